import { openActivityEntry } from './activity-entry.ts'
import type { ActivityEvent } from './activity-event.ts'
import { fromBase64url } from './base64url.ts'
import { VaultError } from './errors.ts'
import { type ActivityKey, importPastActivityKey } from './keys.ts'
import { LIMITS } from './limits.ts'
import { readArray } from './parse.ts'
import { hashActivityEntry } from './record-hash.ts'
import { ACTIVITY_ENTRY, type ActivityEntry } from './records.ts'
import type { OpenVault } from './vault.ts'

/** The first entry of the next page. Stays valid while newer entries are written. */
export type ActivityCursor = {
  readonly seq: number
  readonly h: string
}

export type ReadEntry = {
  readonly seq: number
  readonly event: ActivityEvent
  readonly entry: ActivityEntry
}

export type ReadActivity = {
  readonly events: readonly ReadEntry[]
  /** Undefined after the oldest readable entry. */
  readonly next: ActivityCursor | undefined
}

/** A page from the head's newest entry or `from`; each must match the next one's hash. @throws VaultError */
export async function readActivity(vault: OpenVault, entries: unknown, from?: ActivityCursor): Promise<ReadActivity> {
  const { activity } = vault.internal.body
  let expected = from ?? activity
  const events: ReadEntry[] = []
  const page = readArray(entries, LIMITS.activityPerPage, 'log of your account')
  if (page.length === 0 && expected.seq >= activity.from) throw broken(expected.seq)
  for (const value of page) {
    // The server may still keep expired entries; anything before entry 1 is forged.
    if (expected.seq < activity.from && expected.seq > 0) break
    const entry = await readExpected(vault.vaultId, value, expected)
    events.push({ seq: entry.seq, event: await openEntry(vault, entry), entry })
    expected = { seq: entry.seq - 1, h: entry.prev }
  }
  return { events, next: expected.seq < activity.from ? undefined : { seq: expected.seq, h: expected.h } }
}

/** @throws VaultError `tampered`, `unsupported`, `malformed` */
export async function openEntry(vault: OpenVault, entry: ActivityEntry): Promise<ActivityEvent> {
  return openActivityEntry(entry, { vaultId: vault.vaultId, key: await keyFor(vault, entry.seq) })
}

async function readExpected(vaultId: string, value: unknown, { seq, h }: ActivityCursor): Promise<ActivityEntry> {
  const entry = tryRead(value)
  if (seq === 0 || entry?.seq !== seq || (await hashActivityEntry(vaultId, entry)) !== h) throw broken(seq)
  return entry
}

/** An entry of another form cannot have the expected hash. */
function tryRead(value: unknown): ActivityEntry | undefined {
  try {
    return ACTIVITY_ENTRY.read(value)
  } catch {
    return undefined
  }
}

async function keyFor({ internal }: OpenVault, seq: number): Promise<ActivityKey> {
  const past = internal.body.activity.past.find(({ until }) => seq <= until)
  return past === undefined ? internal.keys.activity : importPastActivityKey(fromBase64url(past.key))
}

function broken(seq: number): VaultError {
  const expected = seq === 0 ? 'no further entry' : `entry ${seq}`
  return new VaultError(
    'activity_broken',
    `The server changed the log of your account: ${expected} was expected, as your vault lists it.`,
  )
}
