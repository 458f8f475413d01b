import type { UnlockRecord } from '@countersign/vault'
import { replaceSession } from './current-session.ts'
import { currentSession, type Reading } from './state.ts'

export function keyInForce(unlock: readonly UnlockRecord[]): string | undefined {
  return unlock.find(({ type }) => type === 'recovery')?.id
}

/** As after a recovery elsewhere. The head lists the key, so core cannot hide it. */
export function noticeReplacedRecoveryKey(context: Pick<Reading, 'state'>, known: string | undefined): void {
  const { method, unlock } = currentSession(context)
  if (known === undefined || method === 'recovery' || known === keyInForce(unlock)) return
  replaceSession(context, { isRecoveryKeyReplaced: true })
}

export async function confirmRecoveryKeyInForce(context: Pick<Reading, 'storage' | 'state'>): Promise<void> {
  const { userId, unlock } = replaceSession(context, { isRecoveryKeyReplaced: false })
  const confirmedRecoveryKey = keyInForce(unlock)
  if (confirmedRecoveryKey !== undefined) await context.storage.keep({ userId, confirmedRecoveryKey })
}
