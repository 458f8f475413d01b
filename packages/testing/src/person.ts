import {
  createDevice,
  createMemoryStorage,
  type Device,
  type DeviceOptions,
  type DeviceStorage,
  type OpenedProfile,
} from '@countersign/device'
import { type Authenticator, createAuthenticator, prfOutputOf } from './authenticator.ts'
import { byPasskey, confirming } from './gesture.ts'

/** Where a test's core is. */
export type CoreAddress = DeviceOptions['core'] & {
  /** Of the page, which passkeys are made for. */
  readonly origin: string
}

/** Stretching is the client's own choice: next to none here, so that tests are fast. */
const STRETCHING = { memory: 8, iterations: 1, parallelism: 1 }

/** How these devices speak OPAQUE, for tests that play a side of it themselves. */
export const keyStretching = { 'argon2id-custom': STRETCHING }
export const identifiers = { server: 'countersign-core/opaque/v1' }

/** Reads along what core answers: the token of the session that a device has, for calls of a test's own. */
export function readAlong(core: CoreAddress): CoreAddress & { readonly sessionToken: () => string } {
  const forward = core.fetch ?? fetch
  let token = ''
  return {
    ...core,
    sessionToken: () => token,
    async fetch(url, init) {
      const response = await forward(url, init)
      const [, found] = /"session_token":"([^"]+)"/.exec(await response.clone().text()) ?? []
      token = found ?? token
      return response
    },
  }
}

/** A device that nobody has used yet, as a new one or a private window. */
export function newDevice(core: CoreAddress, options: Partial<DeviceOptions> = {}): Device {
  return createDevice({
    core,
    storage: createMemoryStorage(),
    name: 'Chrome on Linux',
    keyStretching: STRETCHING,
    ...options,
  })
}

/** Somebody with an account, signed in on their device, with the passkey that they made for it and confirm with. */
export type Person = {
  readonly device: Device
  /** The same one, where nobody confirms anything. */
  readonly bare: Device
  readonly storage: DeviceStorage
  readonly passkey: Authenticator
  readonly recoveryKey: string
  readonly profile: OpenedProfile
}

/** Signs up by passkey: the quick way to an account, without a second of key stretching. */
export async function signUp(core: CoreAddress, options: Partial<DeviceOptions> = {}): Promise<Person> {
  const storage = options.storage ?? createMemoryStorage()
  const bare = newDevice(core, { ...options, storage })
  const passkey = createAuthenticator({ origin: core.origin })
  const { options: asked } = await bare.startPasskeySignUp({})
  await bare.finishPasskeySignUp({ response: passkey.create(asked), prf: prfOutputOf(passkey) })
  const { recoveryKey, profile } = await keepFirstRecoveryKey(bare)
  return { device: confirming(bare, byPasskey(passkey)), bare, storage, passkey, recoveryKey, profile }
}

/** Takes the recovery key that a new account has, and confirms it. */
export async function keepFirstRecoveryKey(device: Device): Promise<{ recoveryKey: string; profile: OpenedProfile }> {
  const { recoveryKey } = await device.showRecoveryKey({})
  return { recoveryKey, profile: await device.confirmRecoveryKey({}) }
}

/** Signs in by passkey on a device. */
export async function signInByPasskey(device: Device, passkey: Authenticator): Promise<OpenedProfile> {
  const { challengeId, options } = await device.startPasskeySignIn({})
  return device.finishPasskeySignIn({ challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) })
}
