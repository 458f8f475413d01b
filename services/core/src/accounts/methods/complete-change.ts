import type { MethodsChanged } from '@countersign/contracts'
import type { Transaction } from '@countersign/service/sql'
import { insertPendingRevocation } from '../../flow/grants/pending-revocation.store.ts'
import { recordAccountEvent } from '../account-events/account-event.store.ts'
import { type AuthenticatedSession, spendIntent } from '../sessions/sessions.ts'
import { requireValidMethods } from './check-change.ts'
import { describeMethods } from './describe-methods.ts'
import type { MethodChangeEvent } from './method-events.ts'
import { type ChangedMethods, rotateSessionAndRevokeOthers } from './rotate-session-and-revoke-others.ts'

type Completion = ChangedMethods & {
  readonly gen: number
  readonly events: readonly MethodChangeEvent[]
  /** What the gesture must have been made for: one of these. */
  readonly intents: readonly string[]
  readonly endsGrants: boolean
}

/**
 * Ends every change of the unlock methods, in its transaction: checks what the account has now, spends the gesture that
 * it was confirmed by, records the events, and revokes all sessions but this one, which gets a new token.
 * @throws `reauth_required`, and what `requireValidMethods` throws
 */
export async function completeChange(
  sql: Transaction,
  session: AuthenticatedSession,
  { gen, events, intents, endsGrants, ...changed }: Completion,
): Promise<MethodsChanged> {
  const { userId } = session
  const { origin, after } = changed
  requireValidMethods(after)
  await spendIntent(sql, session, intents)
  for (const event of events) await recordAccountEvent(sql, { userId, origin, ...event })
  if (endsGrants) await insertPendingRevocation(sql, { userId, erases: false })
  const signedIn = await rotateSessionAndRevokeOthers(sql, session, changed)
  return { gen, methods: describeMethods(after), signed_in: signedIn }
}
