import { codeOf } from '@countersign/testing'
import type { VaultSnapshot } from '@countersign/vault'
import { createMemoryStorage, type DeviceMemories } from '../device-storage.ts'
import { callsSince, newDevice, signInByPasskey, type signUpByPasskey } from '../testing/device.ts'
import type { FakeCore } from '../testing/fake-core.ts'

const READ = 'GET /api/vault/'
const COMMIT = 'POST /api/vault/commits/'

/** What a sign-in may ask core for. Anything beyond would be a write on the strength of what core sent. */
const SIGN_IN = ['POST /api/session/passkey/start/', 'POST /api/session/passkey/finish/', READ]

export type Victim = Awaited<ReturnType<typeof signUpByPasskey>>

export type Attack = {
  /** What core sends in place of the vault that it keeps. */
  readonly snapshot: unknown
  /** What the victim's device remembers; nothing, for a new device. */
  readonly memories?: DeviceMemories | undefined
}

/** What came of an attack: the code that the page explains, and every request that the client made. */
export type Outcome = {
  readonly code: string
  readonly requests: readonly string[]
  /** What a write says afterwards. */
  readonly afterwards: string
}

/** The client refused what core sent, opened nothing, and sent nothing more. */
export const refusedAtSignIn = (code: string): Outcome => ({ code, requests: SIGN_IN, afterwards: 'locked' })

/** The client refused what core sent, when it read and when a write made it read, and wrote nothing on top of it. */
export const refusedWhileOpen = (code: string): Outcome => ({ code, requests: [READ, COMMIT, READ], afterwards: code })

/** Lets core send another vault at the next sign-in, and has the victim try to write then. */
export async function attackSignIn(
  core: FakeCore,
  { passkey }: Pick<Victim, 'passkey'>,
  { snapshot, memories = {} }: Attack,
): Promise<Outcome> {
  const device = newDevice(core, { storage: createMemoryStorage(memories) })
  const before = core.seen.length
  core.once.set(READ, { status: 200, body: snapshot })
  const code = await codeOf(signInByPasskey(device, passkey))
  const afterwards = await codeOf(device.saveProfile({ values: { name: 'x' } }))
  return { code, afterwards, requests: callsSince(core, before) }
}

/** Lets core send another vault to a session that is open: when it reads again, and when a write makes it. */
export async function attackOpenVault(
  core: FakeCore,
  { device }: Pick<Victim, 'device'>,
  { snapshot }: Attack,
): Promise<Outcome> {
  const before = core.seen.length
  core.once.set(READ, { status: 200, body: snapshot })
  const code = await codeOf(device.refresh({}))
  core.once.set(COMMIT, { status: 412, body: { code: 'stale_vault' } })
  core.once.set(READ, { status: 200, body: snapshot })
  const afterwards = await codeOf(device.saveProfile({ values: { nickname: 'x' } }))
  return { code, afterwards, requests: callsSince(core, before) }
}

/** A deep copy, for an attack that changes it or comes back to it later. */
export function copyOf({ account }: Pick<Victim, 'account'>): VaultSnapshot {
  return structuredClone(account.vault)
}
