import { readActivity, type UnlockRecord } from '@countersign/vault'
import type { ReplacedRecoveryKey } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { currentSession, type Reading } from './state.ts'

export function keyInForce(unlock: readonly UnlockRecord[]): string | undefined {
  return unlock.find(({ type }) => type === 'recovery')?.id
}

/** As after a recovery elsewhere. The head lists the key, so core cannot hide it; the log says when. */
export async function noticeReplacedRecoveryKey(
  context: Pick<Reading, 'api' | 'state'>,
  known: string | undefined,
): Promise<void> {
  const { method, unlock } = currentSession(context)
  if (known === undefined || method === 'recovery' || known === keyInForce(unlock)) return
  replaceSession(context, { replacedRecoveryKey: await findInLog(context) })
}

export async function confirmRecoveryKeyInForce(context: Pick<Reading, 'storage' | 'state'>): Promise<void> {
  const { userId, unlock } = replaceSession(context, { replacedRecoveryKey: undefined })
  const confirmedRecoveryKey = keyInForce(unlock)
  if (confirmedRecoveryKey !== undefined) await context.storage.keep({ userId, confirmedRecoveryKey })
}

/** Undefined if core does not show the log, or the replacement was not logged. */
async function findInLog(context: Pick<Reading, 'api' | 'state'>): Promise<ReplacedRecoveryKey> {
  const { token, vault } = currentSession(context)
  try {
    const { events } = await readActivity(vault, await context.api.readActivity(token, vault.activityCount + 1))
    const entry = events.find(({ event }) => event.type === 'recovery_key_replaced')?.event
    return entry ? { at: entry.at, device: entry.device } : {}
  } catch {
    return {}
  }
}
