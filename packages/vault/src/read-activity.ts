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

/** The entry that the next page must begin with. It stays valid when newer entries are written meanwhile. */
export type ActivityCursor = {
  readonly seq: number
  readonly h: string
}

/** An entry that was found in its place, and what it says. */
export type ReadEntry = {
  readonly seq: number
  readonly event: ActivityEvent
  readonly entry: ActivityEntry
}

export type ReadActivity = {
  /** Newest first. */
  readonly events: readonly ReadEntry[]
  /** Where the next page begins; nothing when this one held the oldest entry that can be read. */
  readonly next: ActivityCursor | undefined
}

/**
 * Reads a page of the log, newest first, as the server sent it: from the newest entry that the head lists
 * (`vault.activityCount`; a device may have written others since), or from where the page before ended. Each entry must
 * have the hash that the one after it lists.
 * @throws VaultError `activity_broken` when an entry was altered, left out, moved or added; `unsupported` for an
 * event of a newer version
 */
export async function readActivity(vault: OpenVault, entries: unknown, from?: ActivityCursor): Promise<ReadActivity> {
  const { activity } = vault.internal.body
  let expected = from ?? activity
  const events: ReadEntry[] = []
  const page = readArray(entries, LIMITS.activityPerPage, 'log of your account')
  if (page.length === 0 && expected.seq >= activity.from) throw broken(expected.seq)
  for (const value of page) {
    // A server may keep for a while what nobody asks for any more; what came before the first entry is made up.
    if (expected.seq < activity.from && expected.seq > 0) break
    const entry = await readExpected(vault.vaultId, value, expected)
    events.push({ seq: entry.seq, event: await openEntry(vault, entry), entry })
    expected = { seq: entry.seq - 1, h: entry.prev }
  }
  return { events, next: expected.seq < activity.from ? undefined : { seq: expected.seq, h: expected.h } }
}

/**
 * Opens an entry with the activity key of its time.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export async function openEntry(vault: OpenVault, entry: ActivityEntry): Promise<ActivityEvent> {
  return openActivityEntry(entry, { vaultId: vault.vaultId, key: await keyFor(vault, entry.seq) })
}

async function readExpected(vaultId: string, value: unknown, { seq, h }: ActivityCursor): Promise<ActivityEntry> {
  const entry = tryRead(value)
  if (seq === 0 || entry?.seq !== seq || (await hashActivityEntry(vaultId, entry)) !== h) throw broken(seq)
  return entry
}

/** No entry of another form can have the hash that is expected. */
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
