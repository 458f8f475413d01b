import type { PasskeyAssertion, PasskeyRegistration } from '@countersign/contracts'
import { toBase64url } from '@countersign/vault'
import { createDevice, type Device, type DeviceOptions } from '../device.ts'
import { createMemoryStorage } from '../device-storage.ts'
import type { FakeCore } from './fake-core.ts'

/** A worker of its own, as on another device or after a reload. */
export function newDevice(core: FakeCore, options: Partial<DeviceOptions> = {}): Device {
  return createDevice({
    core,
    storage: createMemoryStorage(),
    name: 'Chrome on Linux',
    keyStretching: { memory: 8, iterations: 1, parallelism: 1 },
    ...options,
  })
}

/** A passkey: its credential id, and the secret that it gives. */
export type TestPasskey = {
  readonly id: string
  readonly secret: number
}

let made = 0

export function newPasskey(): TestPasskey {
  made += 1
  return { id: toBase64url(new Uint8Array(16).fill(made)), secret: made }
}

/** The output of a passkey: a fresh buffer each time, since the worker wipes it. */
export const outputOf = ({ secret }: TestPasskey): ArrayBuffer => new Uint8Array(32).fill(secret).buffer

export function registrationOf({ id }: TestPasskey): PasskeyRegistration {
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON: 'Yw', attestationObject: 'YQ', transports: [] },
    authenticatorAttachment: 'platform',
    clientExtensionResults: { prf: { enabled: true } },
  }
}

export function assertionOf({ id }: TestPasskey): PasskeyAssertion {
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON: 'Yw', authenticatorData: 'ZA', signature: 'cw' },
    clientExtensionResults: {},
  }
}

/** Signs up by passkey: the quick way to an account, without a second of key stretching. */
export async function signUpByPasskey(core: FakeCore, options: Partial<DeviceOptions> = {}) {
  const [device, passkey] = [newDevice(core, options), newPasskey()]
  const { recoveryKey } = await device.preparePasskeyAccount({})
  await device.startPasskeySignUp({})
  const profile = await device.finishPasskeySignUp({ response: registrationOf(passkey), prf: outputOf(passkey) })
  const account = core.accounts.get(profile.userId)
  if (!account) throw new Error('The account was not created.')
  return { device, passkey, recoveryKey, profile, account }
}

/** Signs in by passkey on a device. */
export async function signInByPasskey(device: Device, passkey: TestPasskey) {
  const { challengeId } = await device.startPasskeySignIn({})
  return device.finishPasskeySignIn({ challengeId, response: assertionOf(passkey), prf: outputOf(passkey) })
}

/** The calls that came in since, without their bodies. */
export function callsSince({ seen }: FakeCore, before: number): readonly string[] {
  return seen.slice(before).map(({ call }) => call)
}

/** A clock that stands still until a test moves it. */
export function newClock() {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const waiting: { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => now,
    after: (milliseconds: number, run: () => void) => void waiting.push({ at: now + milliseconds, run }),
    pass(milliseconds: number) {
      now += milliseconds
      for (const { run } of waiting.filter(({ at }) => at <= now)) run()
    },
  }
}
