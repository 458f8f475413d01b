import type { AccountEvent } from '@countersign/contracts'
import type { NoticeMemory } from '../device-storage.ts'
import type { SecurityNotice } from '../views.ts'
import { currentSession, type Reading } from './state.ts'

/** Older events are left out. */
const PAGES = 10
const SEEN_IDS = 200

type CoreNotice = Omit<SecurityNotice, 'times'>

type CoreNotices = {
  readonly notices: readonly CoreNotice[]
  /** Ids of the newest events, once they were read. */
  readonly seen: readonly string[] | undefined
}

/** Sign-ins and acts of operators since the last look, which core alone knows. */
export async function readCoreNotices({ api, state }: Reading, { seen, own }: NoticeMemory): Promise<CoreNotices> {
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

function noticeOfEvent(event: AccountEvent): CoreNotice | undefined {
  const { type, at, method, reason, user_agent: device, new_device_session } = event
  if (type === 'account_sessions_ended' || type === 'account_suspended' || type === 'account_unsuspended') {
    return { kind: type, at, reason }
  }
  if (new_device_session === undefined) return undefined
  return { kind: method === 'recovery' ? 'recovery_key_used' : 'new_device', at, device }
}
