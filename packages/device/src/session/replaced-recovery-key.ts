import { readActivity, type UnlockRecord } from '@countersign/vault'
import type { ReplacedRecoveryKey } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { currentSession, type Reading } from './state.ts'

/** The record of the recovery key that is in force. */
export function keyInForce(unlock: readonly UnlockRecord[]): string | undefined {
  return unlock.find(({ type }) => type === 'recovery')?.id
}

/**
 * As the vault is opened: whether another recovery key than this device knows of is in force, as after a recovery elsewhere.
 * The head of the vault lists it, so core cannot keep it quiet; when it was done the log says.
 */
export async function noticeReplacedRecoveryKey(
  context: Pick<Reading, 'api' | 'state'>,
  known: string | undefined,
): Promise<void> {
  const { method, unlock } = currentSession(context)
  if (known === undefined || method === 'recovery' || known === keyInForce(unlock)) return
  replaceSession(context, { replacedRecoveryKey: await findInLog(context) })
}

/** The person knows of the recovery key that is in force. */
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
