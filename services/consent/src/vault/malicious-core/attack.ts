import type { VaultSnapshot } from '@countersign/contracts'
import { expect } from 'vitest'
import { callsSince, codeOf, newDevice, signInByPasskey, type signUpByPasskey } from '../../testing/device.ts'
import type { FakeCore } from '../../testing/fake-core.ts'
import type { DeviceMemories } from '../protocol.ts'

const READ = 'GET /api/vault/'

/** What a sign-in may ask core for. Anything beyond would be a write on the strength of what core sent. */
const SIGN_IN = ['POST /api/session/passkey/start/', 'POST /api/session/passkey/finish/', READ]

export type Victim = Awaited<ReturnType<typeof signUpByPasskey>>

export interface Attack {
  /** What core sends in place of the vault that it keeps. */
  readonly snapshot: unknown
  /** What the victim's device remembers; nothing, for a new device. */
  readonly memories?: DeviceMemories | undefined
}

/**
 * Lets core send another vault at the next sign-in and expects the client to refuse it with this code, to open nothing,
 * and to send nothing more.
 */
export async function expectRefusedAtSignIn(
  core: FakeCore,
  { passkey }: Pick<Victim, 'passkey'>,
  { snapshot, memories = {}, code }: Attack & { readonly code: string },
): Promise<void> {
  const device = newDevice(core)
  const before = core.seen.length
  core.once.set(READ, { status: 200, body: snapshot })
  expect(await codeOf(signInByPasskey(device, passkey, memories))).toBe(code)
  expect(callsSince(core, before)).toEqual(SIGN_IN)
  expect(await codeOf(device.saveProfile({ values: { name: 'x' } }))).toBe('locked')
  expect(callsSince(core, before)).toEqual(SIGN_IN)
}

/**
 * Lets core send another vault to a session that is open, when it asks for the newest one and when a write makes it ask.
 * The client refuses it, keeps what it had, and writes nothing.
 */
export async function expectRefusedWhileOpen(
  core: FakeCore,
  { device }: Pick<Victim, 'device'>,
  { snapshot, code }: Attack & { readonly code: string },
): Promise<void> {
  const before = core.seen.length
  core.once.set(READ, { status: 200, body: snapshot })
  expect(await codeOf(device.refresh({}))).toBe(code)
  expect(callsSince(core, before)).toEqual([READ])
  core.once.set('POST /api/vault/commits/', { status: 412, body: { code: 'stale_vault' } })
  core.once.set(READ, { status: 200, body: snapshot })
  expect(await codeOf(device.saveProfile({ values: { nickname: 'x' } }))).toBe(code)
  expect(callsSince(core, before)).toEqual([READ, 'POST /api/vault/commits/', READ])
}

/** A deep copy, for an attack that changes it or comes back to it later. */
export function copyOf({ account }: Pick<Victim, 'account'>): VaultSnapshot {
  return structuredClone(account.vault)
}
