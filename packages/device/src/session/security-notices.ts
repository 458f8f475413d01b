import { findOwn } from '../device-storage.ts'
import type { SecurityNotice } from '../views.ts'
import { readCoreNotices } from './core-notices.ts'
import { replaceSession } from './current-session.ts'
import { type LogNotices, readLogNotices } from './log-notices.ts'
import { confirmRecoveryKeyInForce } from './replaced-recovery-key.ts'
import { currentSession, type Reading } from './state.ts'

type Happening = Omit<SecurityNotice, 'times'>

/** Puts the notices since the last look into the session, once. The vault's log has changes, core has sign-ins. */
export async function refreshNotices(context: Reading): Promise<void> {
  const { userId, method, vault, notices } = currentSession(context)
  if (notices || method === 'recovery') return
  const memory = findOwn((await context.storage.read()).notices, userId) ?? { seen: undefined, own: [] }
  const { seen } = memory
  const [log, core] = await Promise.all([readLogNotices(context, memory), readCoreNotices(context, memory)])
  const read = { seq: log.isComplete ? vault.activityCount : (seen?.seq ?? 0), events: core.seen }
  const list = group([...unloggedKey(context, log), ...log.notices, ...core.notices])
  const { isComplete } = log
  replaceSession(context, { notices: { list, isComplete, seen: read } })
  if (isComplete && list.length === 0) return context.storage.keep({ userId, seen: read })
  // The owner went back to an older vault: its next entries are new, although their numbers were seen before.
  if (seen && vault.activityCount < seen.seq) {
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
function unloggedKey({ state }: Reading, { notices }: LogNotices): readonly Happening[] {
  const kind = 'recovery_key_replaced'
  return state.session?.isRecoveryKeyReplaced && !notices.some((notice) => notice.kind === kind) ? [{ kind }] : []
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
  if (left === undefined) return -1
  if (right === undefined) return 1
  return left > right ? -1 : 1
}
