import type { Intent } from '@countersign/contracts'
import {
  type CallInput,
  type CallName,
  type CallOutput,
  createDevice,
  createMemoryStorage,
  type Device,
  type DeviceOptions,
  type DeviceStorage,
  type OpenedProfile,
  toFailure,
} from '@countersign/device'
import { client, ready } from '@serenity-kit/opaque'
import { type Authenticator, createAuthenticator, prfOutputOf } from './authenticator.ts'

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

/** How somebody confirms what a device asks of them. */
export type Gesture = (device: Device, purpose: Intent) => Promise<unknown>

export function byPasskey(passkey: Authenticator): Gesture {
  return async (device, purpose) => {
    const { challengeId, options } = await device.startPasskeyStepUp({ purpose })
    return device.stepUpByPasskey({ challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) })
  }
}

export function byPassword(credentials: { readonly login: string; readonly password: string }): Gesture {
  return (device, purpose) => device.stepUpByPassword({ ...credentials, purpose })
}

type AnyCall = (input: CallInput<CallName>) => Promise<CallOutput<CallName>>

/** A device whose owner confirms whatever it asks for, as the pages have it: one gesture for one thing, then the same call. */
export function confirming(device: Device, gesture: Gesture): Device {
  const confirmed = Object.entries(device).map(([name, call]) => {
    const work = call as AnyCall
    const confirmedCall: AnyCall = async (input) => {
      try {
        return await work(input)
      } catch (error) {
        const { purpose } = toFailure(error)
        if (!purpose || purpose.act === 'recover') throw error
        await gesture(device, purpose)
        return work(input)
      }
    }
    return [name, confirmedCall]
  })
  return Object.fromEntries(confirmed) as Device
}

/** Somebody with an account and a session, in whose name a test makes calls of its own. */
export type SignedUp = { readonly userId: string; readonly sessionToken: string }

/** Signs up by passkey. */
export async function signUpForToken(address: CoreAddress): Promise<SignedUp> {
  const core = readAlong(address)
  const { profile } = await signUp(core)
  return { userId: profile.userId, sessionToken: core.sessionToken() }
}

/** Signs up with a name and a password, for tests that look for them. */
export async function signUpByPassword(address: CoreAddress, credentials: { login: string; password: string }) {
  const core = readAlong(address)
  const device = confirming(newDevice(core), byPassword(credentials))
  const { userId } = await device.createAccount(credentials)
  const { recoveryKey } = await keepFirstRecoveryKey(device)
  return { ...credentials, device, recoveryKey, userId, sessionToken: core.sessionToken() }
}

/** The first message of a sign-in by a guess, from a device that does not care what comes of it. */
export async function newStartLoginRequest(): Promise<string> {
  await ready
  return client.startLogin({ password: 'a guess' }).startLoginRequest
}

/** The code of what went wrong, as a page gets it; `nothing` if nothing did. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    (error: unknown) => toFailure(error).code,
  )
}
