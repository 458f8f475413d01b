import { type ActivityCursor, type ActivityEvent, type RpPins, readActivity } from '@countersign/vault'
import { findOwn, type NoticeMemory } from '../device-storage.ts'
import type { SecurityNotice } from '../views.ts'
import { currentSession, type Reading } from './state.ts'

/** More entries are only said to be there. */
const PAGES = 10

type ReadEntry = Awaited<ReturnType<typeof readActivity>>['events'][number]
type LogNotice = Omit<SecurityNotice, 'times'>
export type LogNotices = { readonly notices: readonly LogNotice[]; readonly isComplete: boolean }

/** Changes by other devices since the last look, from the vault's log, which core cannot forge. */
export async function readLogNotices(context: Reading, { seen, own }: NoticeMemory): Promise<LogNotices> {
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

function noticeOfEntry(event: ActivityEvent, pins: RpPins): LogNotice | undefined {
  const { at, device } = event
  switch (event.type) {
    case 'released': {
      const { client_id: clientId, name } = event.app
      if (event.version !== undefined) return { kind: 'app_updated', at, device, app: name }
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
