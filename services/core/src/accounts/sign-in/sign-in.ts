import { timingSafeEqual } from 'node:crypto'
import type { RecoverySignInRequest, SignedIn } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { sha256 } from '@countersign/service/secrets'
import type { Transaction } from '@countersign/service/sql'
import type { MethodType } from '@countersign/vault'
import { logSignedIn, logSignInRefused } from '../../ground/events.ts'
import type { Caller, Origin } from '../../ground/http/caller.ts'
import { invalidSession } from '../../ground/http/session-guard.ts'
import type { WithConfig, WithLogger, WithSql } from '../../ground/parts.ts'
import { resetAllThrottles } from '../credentials/throttling/password-throttle.ts'
import { recordAccountEvent } from '../records/account-event.store.ts'
import { findRecoveryKey, readUnlock } from '../records/method.store.ts'
import type { WithSecurityMailer } from '../records/security-mail/security-mailer.ts'
import { findSuspension } from '../records/suspension.store.ts'
import { hasKeyOf } from '../sessions/session.store.ts'
import type { KeyProof, WithSessionKeys } from '../sessions/session-key.ts'
import { changeSessions, type WithSessionMemory } from '../sessions/session-memory.ts'
import {
  type AuthenticatedSession,
  authenticateSession,
  describeSignedIn,
  renewSession,
  startSession,
} from '../sessions/sessions.ts'

/** Caller of a sign-in, before any credential is checked. */
type SigningIn = {
  readonly origin: Origin
  /** The session that is confirmed; undefined where one begins. */
  readonly session: AuthenticatedSession | undefined
  /** Of the key that a session which begins is bound to; not spent yet. */
  readonly proof: KeyProof | undefined
}

/**
 * Checks the caller's session and proof. Call before taking a challenge, so that a refusal spends nothing and a device
 * with a wrong clock can retry.
 * @throws the errors of `authenticateSession` and `SessionKeys.verify`
 */
export async function admitSignIn(
  dependencies: WithSql & WithSessionKeys & WithSessionMemory,
  caller: Caller,
): Promise<SigningIn> {
  const { origin } = caller
  if (caller.token !== undefined) {
    return { origin, session: await authenticateSession(dependencies, caller, { scopes: ['full'] }), proof: undefined }
  }
  return { origin, session: undefined, proof: await dependencies.sessionKeys.verify(caller) }
}

export type WithSignIn = WithSql & WithConfig & WithSessionKeys & WithSessionMemory & WithLogger & WithSecurityMailer

/** Whose sign-in was proven, by which unlock record and method; with an intent it is the gesture for just that. */
type Proof = {
  readonly userId: string
  readonly methodId: string
  readonly method: MethodType
  readonly intent?: string | undefined
  /** True if it only opens the vault within the session, whose sign-in time stays the same. */
  readonly unlocks?: boolean | undefined
  /** True if the device has proven an earlier sign-in to this account. */
  readonly isKnownDevice?: boolean | undefined
}

/**
 * Completes every verified sign-in: starts a session, or steps up the caller's session if it is the same user's. That one
 * gets a new token and, with an intent, permission for one act, once.
 * @throws `account_suspended`, `invalid_session`, `user_mismatch`, and `insufficient_session` if the session or the method is a recovery key:
 * a recovery session cannot be extended or extend another
 */
export async function signInOrStepUp(dependencies: WithSignIn, signingIn: SigningIn, proof: Proof): Promise<SignedIn> {
  const { sql, sessionKeys, logger } = dependencies
  const { userId, methodId, method } = proof
  if (signingIn.proof) sessionKeys.spend(signingIn.proof)
  // A password has reset its own throttle already: that of the device, or of all unknown devices.
  if (method !== 'password') await resetAllThrottles(sql, userId)
  const { origin } = signingIn
  const keys = [signingIn.proof?.jkt, signingIn.proof?.formerJkt].filter((key) => key !== undefined)
  const { session, isNewDevice } = await changeSessions(dependencies, [userId, ...keys], async (transaction) => {
    // Before the session, which makes the device known.
    const isNew = !signingIn.session && !proof.isKnownDevice && !(await hasKeyOf(transaction, userId, keys))
    const signedIn = await openSession(transaction, signingIn, proof)
    const newDeviceSession = isNew ? signedIn.sessionId : undefined
    if (!proof.unlocks)
      await recordAccountEvent(transaction, { userId, type: 'signed_in', method, origin, newDeviceSession })
    return { session: signedIn, isNewDevice: isNew }
  }).catch(async (error: unknown) => {
    const suspension = error instanceof ServiceError ? await suspensionOf(dependencies, userId) : undefined
    throw suspension ?? error
  })
  const kind = method === 'recovery' ? 'recovery_key_used' : 'new_device'
  if (isNewDevice) dependencies.securityMailer.tellSoon(userId, { changes: [{ kind }], origin })
  logSignedIn(logger, { ...session, method })
  return describeSignedIn(session, await readUnlock(sql, { userId, unlockId: methodId }))
}

/** Asked only once no session could be had: then the credential was proven. */
async function suspensionOf({ sql, config }: Pick<WithSignIn, 'sql' | 'config'>, userId: string) {
  const suspension = await findSuspension(sql, userId)
  if (!suspension) return undefined
  const { suspendedAt, reason } = suspension
  const { supportUrl } = config
  return new ServiceError('account_suspended', `This account is suspended. Ask ${supportUrl ?? 'the operator'}.`, {
    suspension: {
      user_id: userId,
      suspended_at: suspendedAt.toISOString(),
      reason,
      ...(supportUrl !== undefined && { support_url: supportUrl }),
    },
  })
}

async function openSession(
  sql: Transaction,
  { origin, session, proof }: SigningIn,
  { userId, methodId, method, intent, unlocks }: Proof,
): Promise<AuthenticatedSession> {
  const scope = method === 'recovery' ? 'recovery' : 'full'
  // An intent needs an existing session: a new one never starts with permission to change anything.
  if (!session && (intent !== undefined || unlocks)) throw invalidSession()
  if (!session) return startSession(sql, { userId, scope, methodId, origin, proof })
  if (session.userId !== userId) {
    throw new ServiceError('user_mismatch', 'You are signed in as another person. Sign out first.')
  }
  if (scope === 'recovery') {
    throw new ServiceError('insufficient_session', 'A recovery key cannot confirm a session. Use it without one.')
  }
  return renewSession(sql, session, { methodId, ...(!unlocks && { proof: { intent } }) })
}

const NO_HASH = Buffer.alloc(32)

/**
 * Signs in with the authentication half of a recovery key; the half that opens the vault never leaves the device.
 * @throws `invalid_credentials` for every failed check, and the errors of `signInOrStepUp`
 */
export async function signInByRecoveryKey(
  dependencies: WithSignIn,
  { rec_id, rec_auth }: RecoverySignInRequest,
  caller: Caller,
): Promise<SignedIn> {
  const key = await findRecoveryKey(dependencies.sql, rec_id)
  const isProven = timingSafeEqual(sha256(Buffer.from(rec_auth, 'base64url')), key?.authHash ?? NO_HASH)
  if (!key || !isProven) {
    logSignInRefused(dependencies.logger, { method: 'recovery' })
    throw new ServiceError('invalid_credentials', 'This recovery key opens no account. Check it and try again.')
  }
  // A recovery session is not bound to a key.
  const unbound = caller.token === undefined ? { ...caller, proof: undefined } : caller
  const signingIn = await admitSignIn(dependencies, unbound)
  const proof = { userId: key.userId, methodId: key.unlockId, method: 'recovery' } as const
  return signInOrStepUp(dependencies, signingIn, proof)
}
