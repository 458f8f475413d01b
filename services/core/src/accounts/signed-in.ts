import type { SignedIn } from '@countersign/contracts'
import type { Unlock } from './account.store.ts'
import { describeSession } from './sessions/describe-session.ts'
import type { ActiveSession } from './sessions/sessions.ts'

/** What a sign-up or a sign-in answers: the session, and the record that opens the vault with the method just used. */
export function describeSignedIn(token: string, session: ActiveSession, { vaultId, unlock }: Unlock): SignedIn {
  return {
    session_token: token,
    session: describeSession(session),
    user_id: session.userId,
    vault_id: vaultId,
    unlock,
    is_bound: session.jkt !== undefined,
  }
}
