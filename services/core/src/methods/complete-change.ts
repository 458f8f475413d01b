import type { MethodsChanged } from '@countersign/contracts'
import type { Transaction } from '@countersign/service'
import { recordAccountEvent } from '../account-events/account-event.store.ts'
import { insertPendingRevocation } from '../grants/pending-revocation.store.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { requireValidMethods } from './check-change.ts'
import { describeMethods } from './describe-methods.ts'
import type { MethodChangeEvent } from './method-events.ts'
import { type ChangedMethods, rotateSessionAndRevokeOthers } from './rotate-session-and-revoke-others.ts'

type Completion = ChangedMethods & {
  readonly gen: number
  readonly events: readonly MethodChangeEvent[]
  readonly endsGrants: boolean
}

/**
 * Ends every change of the unlock methods, in its transaction: checks what the account has now, records the events, and
 * revokes all sessions but this one, which gets a new token.
 * @throws what `requireValidMethods` throws
 */
export async function completeChange(
  sql: Transaction,
  session: ActiveSession,
  { gen, events, endsGrants, ...changed }: Completion,
): Promise<MethodsChanged> {
  const { userId } = session
  const { origin, after } = changed
  requireValidMethods(after)
  for (const event of events) await recordAccountEvent(sql, { userId, origin, ...event })
  if (endsGrants) await insertPendingRevocation(sql, { userId, erases: false })
  const signedIn = await rotateSessionAndRevokeOthers(sql, session, changed)
  return { gen, methods: describeMethods(after), signed_in: signedIn }
}
