import type { MethodsChanged, SignedIn } from '@countersign/contracts'
import type { Transaction } from '@countersign/service/sql'
import { isBoundTo, type UnlockRecord } from '@countersign/vault'
import type { Origin } from '../../ground/http/caller.ts'
import type { WithProvider } from '../../ground/parts.ts'
import type { WithOpaque } from '../credentials/passwords/opaque-server.ts'
import { recordAccountEvent } from '../records/account-event.store.ts'
import { describeMethods, type Method, readMethodId } from '../records/method.store.ts'
import { insertPendingRevocation } from '../records/revocations/pending-revocation.store.ts'
import { spendIntent } from '../sessions/intent.ts'
import type { WithLogoutReporter } from '../sessions/report-logouts.ts'
import { revokeSession, revokeSessions } from '../sessions/session.store.ts'
import type { KeyProof } from '../sessions/session-key.ts'
import { type AuthenticatedSession, describeSignedIn, renewSession, startSession } from '../sessions/sessions.ts'
import { deleteLogins } from '../sign-in/login.store.ts'
import type { WithSignIn } from '../sign-in/sign-in.ts'
import { requireValidMethods } from './check-change.ts'
import type { MethodChangeEvent } from './method-events.ts'

export type WithMethodChanges = WithSignIn & WithProvider & WithOpaque & WithLogoutReporter

type Completion = ChangedMethods & {
  readonly gen: number
  readonly events: readonly MethodChangeEvent[]
  /** The step-up must have been for one of these. */
  readonly intents: readonly string[]
  readonly endsGrants: boolean
}

/** The end of every change of the unlock methods. @throws `reauth_required`, and the errors of `requireValidMethods` */
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

type ChangedMethods = {
  readonly vaultId: string
  readonly origin: Origin
  readonly before: readonly Method[]
  readonly after: readonly Method[]
  /** After a recovery: the new session is bound to this key of the device. */
  readonly proof?: KeyProof | undefined
}

/**
 * Revokes the user's other sessions and unfinished sign-ins and gives this session a new token, so that neither an old
 * method nor a copied token works. A full session, by the method just added, replaces a recovery session.
 */
async function rotateSessionAndRevokeOthers(
  sql: Transaction,
  session: AuthenticatedSession,
  changed: ChangedMethods,
): Promise<SignedIn> {
  const { vaultId, origin, proof } = changed
  const { userId, sessionId, scope } = session
  await deleteLogins(sql, userId)
  await revokeSessions(sql, userId, sessionId)
  if (scope === 'recovery') {
    const unlock = pickSignInRecord(newMethods(changed))
    await revokeSession(sql, session)
    const start = { userId, scope: 'full', methodId: unlock.id, origin, proof } as const
    return describeSignedIn(await startSession(sql, start), { vaultId, unlock })
  }
  const methodId = await readMethodId(sql, session)
  const successor = successorOf(methodId, changed)
  const renewed = await renewSession(sql, session, { methodId: successor?.id ?? methodId })
  return describeSignedIn(renewed, { vaultId, unlock: successor ?? pickSignInRecord(changed.after) })
}

/** The current record of the method that the session was signed in by; a change may have replaced it. */
function successorOf(methodId: string, { before, after }: ChangedMethods): UnlockRecord | undefined {
  const used = before.find(({ record }) => record.id === methodId)?.record
  const same = after.find(({ record }) => record.id === methodId)
  return (same ?? after.find(({ record }) => used && isBoundTo(record, used)))?.record
}

function newMethods({ before, after }: ChangedMethods): readonly Method[] {
  return after.filter(({ record }) => before.every((old) => old.record.id !== record.id))
}

function pickSignInRecord(methods: readonly Method[]): UnlockRecord {
  const method = methods.find(({ type }) => type !== 'recovery')
  if (!method) throw new Error('An account has no unlock method but its recovery key.')
  return method.record
}
