import { timingSafeEqual } from 'node:crypto'
import type { RecoverySignInRequest, SignedIn } from '@countersign/contracts'
import { ServiceError, sha256 } from '@countersign/service'
import type { Core } from '../dependencies.ts'
import { logSignedIn, logSignInRefused } from '../events.ts'
import { startSession } from '../sessions/sessions.ts'
import { readUnlock } from './account.store.ts'
import { findRecoveryKey } from './recovery-key.store.ts'
import { describeSignedIn } from './signed-in.ts'

const NO_HASH = Buffer.alloc(32)

/**
 * Signs in with the half of a recovery key that proves it; the other half, which opens the vault, never comes here.
 * Throws `invalid_credentials`, whatever is wrong.
 */
export async function signInByRecoveryKey(
  { sql, logger }: Core,
  { rec_id, rec_auth }: RecoverySignInRequest,
): Promise<SignedIn> {
  const key = await findRecoveryKey(sql, rec_id)
  const isProven = timingSafeEqual(sha256(Buffer.from(rec_auth, 'base64url')), key?.authHash ?? NO_HASH)
  if (!key || !isProven) {
    logSignInRefused(logger, 'recovery')
    throw new ServiceError('invalid_credentials', 'This recovery key opens no account. Check it and try again.')
  }
  const { userId, unlockId } = key
  const { token, session } = await startSession(sql, { userId, scope: 'recovery', methodId: unlockId })
  const unlock = await readUnlock(sql, { userId, unlockId })
  logSignedIn(logger, session, 'recovery')
  return describeSignedIn(token, session, unlock)
}
