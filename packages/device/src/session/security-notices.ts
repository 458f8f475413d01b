import type { AccountEvent } from '@countersign/contracts'
import { type ActivityCursor, type ActivityEvent, type RpPins, readActivity } from '@countersign/vault'
import { findOwn, type NoticeMemory } from '../device-storage.ts'
import type { SecurityNotice } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { confirmRecoveryKeyInForce } from './replaced-recovery-key.ts'
import { currentSession, type Reading } from './state.ts'

/** Of the log and of core's events each; more is only said to be there. */
const PAGES = 10

type ReadEntry = Awaited<ReturnType<typeof readActivity>>['events'][number]
type Found = { readonly notices: readonly Happening[]; readonly isComplete: boolean }
type Happening = Omit<SecurityNotice, 'times'>

/** The vault's log says what changed, which core cannot forge; core alone knows of sign-ins. */
export async function readNotices(context: Reading): Promise<void> {
  const { userId, method, vault, notices } = currentSession(context)
  if (notices || method === 'recovery') return
  const { seen, own } = findOwn((await context.storage.read()).notices, userId) ?? { own: [] }
  const [log, core] = await Promise.all([readLog(context, { seen, own }), readEvents(context, { seen, own })])
  const read = { seq: log.isComplete ? vault.activityCount : (seen?.seq ?? 0), events: core.seen }
  const list = group([...unloggedKey(context, log), ...log.notices, ...core.notices])
  const { isComplete } = log
  replaceSession(context, { notices: { list, isComplete, seen: read } })
  if (isComplete && list.length === 0) await context.storage.keep({ userId, seen: read })
  // The owner went back to an older vault: its next entries are new, although their numbers were seen before.
  else if (seen && vault.activityCount < seen.seq) {
    await context.storage.keep({ userId, seen: { ...seen, seq: vault.activityCount } })
  }
}

export async function dismissNotices(context: Reading): Promise<void> {
  const { userId, notices, isRecoveryKeyReplaced } = currentSession(context)
  if (!notices) return
  await context.storage.keep({ userId, seen: notices.seen })
  replaceSession(context, { notices: { ...notices, list: [], isComplete: true } })
  if (isRecoveryKeyReplaced) await confirmRecoveryKeyInForce(context)
}

/** The head lists another recovery key, and core withholds the entry, or it was seen without being confirmed. */
function unloggedKey({ state }: Reading, { notices }: Found): readonly Happening[] {
  const kind = 'recovery_key_replaced'
  return state.session?.isRecoveryKeyReplaced && !notices.some((notice) => notice.kind === kind) ? [{ kind }] : []
}

async function readLog(context: Reading, { seen, own }: NoticeMemory): Promise<Found> {
  const { vault } = currentSession(context)
  // Also after going back to an older vault, whose owner was told.
  if (!seen || vault.activityCount <= seen.seq) return { notices: [], isComplete: true }
  const { entries, isComplete } = await readEntriesAfter(context, seen.seq)
  const others = entries.filter(({ seq, entry }) => seq > seen.seq && !own.includes(entry.n))
  return { notices: others.flatMap(({ event }) => noticeOfEntry(event, vault.rpPins) ?? []), isComplete }
}

async function readEntriesAfter({ api, state }: Reading, seq: number) {
  const { token, vault } = currentSession({ state })
  const entries: ReadEntry[] = []
  let from: ActivityCursor | undefined
  try {
    for (let page = 0; page < PAGES; page += 1) {
      const { events, next } = await readActivity(
        vault,
        await api.readActivity(token, (from?.seq ?? vault.activityCount) + 1),
        from,
      )
      entries.push(...events)
      if (!next || next.seq <= seq) return { entries, isComplete: true }
      from = next
    }
  } catch {
    // A log that core withholds or has changed: its page says more.
  }
  return { entries, isComplete: false }
}

function noticeOfEntry(event: ActivityEvent, pins: RpPins): Happening | undefined {
  const { at, device } = event
  switch (event.type) {
    case 'released': {
      const { client_id: clientId, name } = event.app
      return findOwn(pins, clientId)?.since === at ? { kind: 'app_approved', at, device, app: name } : undefined
    }
    case 'method_added':
    case 'method_removed':
      return { kind: event.type, at, device, method: event.method }
    case 'password_changed':
    case 'login_name_changed':
    case 'recovery_key_replaced':
    case 'account_key_rotated':
    case 'older_vault_accepted':
      return { kind: event.type, at, device }
    case 'not_released':
    case 'release_failed':
    case 'app_revoked':
    case 'exported':
    case 'imported':
      return undefined
  }
}

type CoreEvents = {
  readonly notices: readonly Happening[]
  /** Ids of the newest events, once they were read. */
  readonly seen: readonly string[] | undefined
}

const SEEN_IDS = 200

async function readEvents({ api, state }: Reading, { seen, own }: NoticeMemory): Promise<CoreEvents> {
  const { token } = currentSession({ state })
  const known = seen?.events
  const all: AccountEvent[] = []
  let cursor: string | undefined
  const isKnown = (event: AccountEvent) => (known ? known.includes(event.event_id) : isOwn(event, own))
  try {
    for (let page = 0; page < PAGES; page += 1) {
      const { events, next_cursor: next } = await api.listEvents(token, cursor)
      all.push(...events)
      if (seen === undefined || next === null || events.some(isKnown)) break
      cursor = next
    }
  } catch {
    // Best effort: core could leave its events out anyway.
    return { notices: [], seen: known }
  }
  // An event that core withheld before may stand between known ones. Behind the last one everything is older.
  const last = all.findLastIndex(isKnown)
  const later = last === -1 && known ? all : all.slice(0, Math.max(last, 0))
  const others = seen === undefined ? [] : later.filter((event) => !isKnown(event) && !isOwn(event, own))
  const ids = [...new Set([...all.map(({ event_id: id }) => id), ...(known ?? [])])].slice(0, SEEN_IDS)
  return { notices: others.flatMap((event) => noticeOfEvent(event) ?? []), seen: ids }
}

function isOwn({ new_device_session: session }: AccountEvent, own: readonly string[]): boolean {
  return session !== undefined && own.includes(session)
}

function noticeOfEvent(event: AccountEvent): Happening | undefined {
  const { type, at, method, reason, user_agent: device, new_device_session } = event
  if (type === 'account_sessions_ended' || type === 'account_suspended' || type === 'account_unsuspended') {
    return { kind: type, at, reason }
  }
  if (new_device_session === undefined) return undefined
  return { kind: method === 'recovery' ? 'recovery_key_used' : 'new_device', at, device }
}

/** The same from the same device is one line, at its last time. Newest first; without a time above all. */
function group(happenings: readonly Happening[]): readonly SecurityNotice[] {
  const groups = new Map<string, SecurityNotice>()
  for (const happening of happenings.toSorted(byTime)) {
    const { at: _at, ...same } = happening
    const key = JSON.stringify(same)
    const last = groups.get(key)
    groups.set(key, last ? { ...last, times: last.times + 1 } : { ...happening, times: 1 })
  }
  return [...groups.values()]
}

function byTime({ at: left }: Happening, { at: right }: Happening): number {
  if (left === right) return 0
  return left === undefined || (right !== undefined && left > right) ? -1 : 1
}
