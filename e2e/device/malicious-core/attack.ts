import { createMemoryStorage, type Device, type DeviceMemories, type OpenedProfile } from '@countersign/device'
import { codeOf, newDevice, type Person, signInByPasskey } from '@countersign/testing'
import type { VaultCommit, VaultSnapshot } from '@countersign/vault'
import { callsSince, type LyingCore } from '../../support/lying-core.ts'

const READ = 'GET /api/vault/'
const COMMIT = 'POST /api/vault/commits/'

/** The calls of a sign-in; any other would be a write based on a lie. */
const SIGN_IN = ['POST /api/session/passkey/start/', 'POST /api/session/passkey/finish/', READ]

type Attack = {
  /** Sent in place of the stored vault. */
  readonly snapshot: unknown
  /** The memories of the victim's device, if it has any. */
  readonly memories?: DeviceMemories | undefined
}

/** The code that the page explains, and every request of the client. */
type Outcome = {
  readonly code: string
  readonly requests: readonly string[]
  /** The outcome of a write. */
  readonly afterwards: string
}

/** The memory of a device that has seen a vault as it is now. */
export const remembering = ({ userId, memory }: OpenedProfile): DeviceMemories => ({ vaults: { [userId]: memory } })

/** Accepts a device's write and hides it from the others. */
export async function writeApart(core: LyingCore, device: Device, { items, ...vault }: VaultSnapshot, name: string) {
  core.once.set(COMMIT, { status: 200, body: { gen: vault.head.gen + 1 } })
  const { memory } = await device.saveProfile({ values: { name } })
  const { body } = core.seen.findLast(({ call }) => call === COMMIT)!
  const { head, put } = body as VaultCommit
  const replaced = new Set(put.map(({ id }) => id))
  const snapshot: VaultSnapshot = { ...vault, head, items: [...items.filter(({ id }) => !replaced.has(id)), ...put] }
  return { snapshot, hash: memory.hash }
}

/** The client refused what core sent, opened nothing, and sent nothing more. */
export const refusedAtSignIn = (code: string): Outcome => ({ code, requests: SIGN_IN, afterwards: 'locked' })

/** The client refused what core sent, when it read and when a write made it read, and wrote nothing on top of it. */
export const refusedWhileOpen = (code: string): Outcome => ({ code, requests: [READ, COMMIT, READ], afterwards: code })

/** Lets core send another vault at the next sign-in, and has the victim try to write then. */
export async function attackSignIn(
  core: LyingCore,
  { passkey }: Pick<Person, 'passkey'>,
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
  core: LyingCore,
  { device }: Pick<Person, 'device'>,
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
