import type { Intent } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { type ActiveSession, takeIntent } from './session.store.ts'

/** The stored form of an intent: its act and its unlock record. */
export function intentKey(intent: Intent): string {
  return 'unlock_id' in intent ? `${intent.act} ${intent.unlock_id.toLowerCase()}` : intent.act
}

/**
 * Checks, before a body is read, that the step-up was for one of these acts. A recovery session always passes: its
 * sign-in was the gesture for its one errand.
 * @throws `reauth_required`
 */
export function requireIntent({ scope, intent }: ActiveSession, acts: readonly Intent['act'][]): void {
  if (scope !== 'recovery' && !acts.some((act) => act === intent?.split(' ')[0])) throw reauthRequired()
}

/** In the transaction of the act itself: a step-up works once. @throws `reauth_required` */
export async function spendIntent(sql: Transaction, session: ActiveSession, intents: readonly string[]): Promise<void> {
  if (session.scope !== 'recovery' && !(await takeIntent(sql, session, intents))) throw reauthRequired()
}

function reauthRequired(): ServiceError {
  return new ServiceError('reauth_required', 'Confirm that it is you, for just this, and try again.')
}
