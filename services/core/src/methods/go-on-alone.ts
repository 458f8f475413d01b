import type { SignedIn, UnlockRecord } from '@countersign/contracts'
import type { Transaction } from '@countersign/service'
import { deleteLogins } from '../accounts/login.store.ts'
import { describeSignedIn } from '../accounts/signed-in.ts'
import type { Origin } from '../sessions/origin.ts'
import { revokeSession } from '../sessions/session.store.ts'
import { type ActiveSession, endOtherSessions, renewSession, startSession } from '../sessions/sessions.ts'
import { isBoundTo } from '../vaults/unlock-binding.ts'
import { type Method, readMethodId } from './method.store.ts'

type Aftermath = {
  readonly vaultId: string
  readonly origin: Origin
  readonly before: readonly Method[]
  readonly after: readonly Method[]
}

/**
 * Ends every other session and half-done sign-in of a person whose ways in have changed, and goes on under a new token:
 * whoever came in by an old way is out, and so is whoever copied this token. A session from a recovery key has run its
 * errand: a full one, by the method that was just added, takes its place.
 */
export async function goOnAlone(sql: Transaction, session: ActiveSession, aftermath: Aftermath): Promise<SignedIn> {
  const { vaultId, origin } = aftermath
  const { userId, sessionId, scope } = session
  await deleteLogins(sql, userId)
  await endOtherSessions(sql, userId, sessionId)
  if (scope === 'recovery') {
    const unlock = anyWayIn(newMethods(aftermath))
    await revokeSession(sql, session)
    const { token, session: next } = await startSession(sql, { userId, scope: 'full', methodId: unlock.id, origin })
    return describeSignedIn(token, next, { vaultId, unlock })
  }
  const methodId = await readMethodId(sql, sessionId)
  const successor = successorOf(methodId, aftermath)
  const renewal = { methodId: successor?.id ?? methodId, isProven: false }
  const { token, session: next } = await renewSession(sql, session, renewal)
  return describeSignedIn(token, next, { vaultId, unlock: successor ?? anyWayIn(aftermath.after) })
}

/** What the session was signed in by, as it is now: a new password and a rotated record go on in the old one's place. */
function successorOf(methodId: string, { before, after }: Aftermath): UnlockRecord | undefined {
  const used = before.find(({ record }) => record.id === methodId)?.record
  const same = after.find(({ record }) => record.id === methodId)
  return (same ?? after.find(({ record }) => used && isBoundTo(record, used)))?.record
}

function newMethods({ before, after }: Aftermath): readonly Method[] {
  return after.filter(({ record }) => before.every((old) => old.record.id !== record.id))
}

function anyWayIn(methods: readonly Method[]): UnlockRecord {
  const method = methods.find(({ type }) => type !== 'recovery')
  if (!method) throw new Error('An account has no way in but its recovery key.')
  return method.record
}
