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

export type CoreAddress = DeviceOptions['core'] & {
  /** The page's, for passkeys. */
  readonly origin: string
}

/** The client chooses the stretching: minimal here. */
const STRETCHING = { memory: 8, iterations: 1, parallelism: 1 }

/** For tests that speak OPAQUE themselves. */
export const keyStretching = { 'argon2id-custom': STRETCHING }
export const identifiers = { server: 'countersign-core/opaque/v1' }

/** Captures the session token from core's answers. */
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

export function newDevice(core: CoreAddress, options: Partial<DeviceOptions> = {}): Device {
  return createDevice({
    core,
    storage: createMemoryStorage(),
    name: 'Chrome on Linux',
    keyStretching: STRETCHING,
    ...options,
  })
}

/** A signed-in user with the passkey that confirms. */
export type Person = {
  readonly device: Device
  /** The same device without confirmations. */
  readonly bare: Device
  readonly storage: DeviceStorage
  readonly passkey: Authenticator
  readonly recoveryKey: string
  readonly profile: OpenedProfile
}

/** Signs up by passkey, which needs no key stretching. */
export async function signUp(core: CoreAddress, options: Partial<DeviceOptions> = {}): Promise<Person> {
  const storage = options.storage ?? createMemoryStorage()
  const bare = newDevice(core, { ...options, storage })
  const passkey = createAuthenticator({ origin: core.origin })
  const { options: asked } = await bare.startPasskeySignUp({})
  await bare.finishPasskeySignUp({ response: passkey.create(asked), prf: prfOutputOf(passkey) })
  const { recoveryKey, profile } = await keepFirstRecoveryKey(bare)
  return { device: confirming(bare, byPasskey(passkey)), bare, storage, passkey, recoveryKey, profile }
}

/** Reads and confirms the new account's recovery key. */
export async function keepFirstRecoveryKey(device: Device): Promise<{ recoveryKey: string; profile: OpenedProfile }> {
  const { recoveryKey } = await device.showRecoveryKey({})
  return { recoveryKey, profile: await device.confirmRecoveryKey({}) }
}

export async function signInByPasskey(device: Device, passkey: Authenticator): Promise<OpenedProfile> {
  const { challengeId, options } = await device.startPasskeySignIn({})
  return device.finishPasskeySignIn({ challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) })
}

/** How a user confirms an act. */
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

/** A device that confirms each act once and repeats the call, as the pages do. */
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

/** A user's session, for a test's own calls. */
export type SignedUp = { readonly userId: string; readonly sessionToken: string }

export async function signUpForToken(address: CoreAddress): Promise<SignedUp> {
  const core = readAlong(address)
  const { profile } = await signUp(core)
  return { userId: profile.userId, sessionToken: core.sessionToken() }
}

export async function signUpByPassword(address: CoreAddress, credentials: { login: string; password: string }) {
  const core = readAlong(address)
  const device = confirming(newDevice(core), byPassword(credentials))
  const { userId } = await device.createAccount(credentials)
  const { recoveryKey } = await keepFirstRecoveryKey(device)
  return { ...credentials, device, recoveryKey, userId, sessionToken: core.sessionToken() }
}

/** The first OPAQUE message of a wrong guess. */
export async function newStartLoginRequest(): Promise<string> {
  await ready
  return client.startLogin({ password: 'a guess' }).startLoginRequest
}

/** The failure code that a page would get, or `nothing`. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing',
    (error: unknown) => toFailure(error).code,
  )
}
