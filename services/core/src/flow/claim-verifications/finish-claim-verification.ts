import type { VerificationFinished, VerificationFinishRequest } from '@countersign/contracts'
import { hashClaimValue, signClaimAttestation } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { ActiveSession } from '../../accounts/sessions/sessions.ts'
import { logClaimVerified } from '../../ground/events.ts'
import type { FlowDependencies } from '../dependencies.ts'
import { countTry, spendVerification } from './claim-verification.store.ts'
import { isProven } from './code-proof.ts'

const MAXIMUM_TRIES = 5
const ATTESTATION_LIFETIME_SECONDS = 365 * 24 * 3_600

/**
 * Signs that the value is the person's, who had the code that was sent there. From then on core knows nothing of it: the
 * attestation is kept in the vault.
 * @throws ServiceError
 */
export async function finishClaimVerification(
  {
    sql,
    config,
    logger,
    now,
    verificationLimits,
  }: Pick<FlowDependencies, 'sql' | 'config' | 'logger' | 'now' | 'verificationLimits'>,
  { userId, sessionId, ip }: ActiveSession & { readonly ip: string },
  { verification_id: verificationId, claim, value, salt, code }: VerificationFinishRequest,
): Promise<VerificationFinished> {
  const hash = await hashClaimValue(salt, value)
  if (hash === undefined) throw new ServiceError('invalid_request', 'salt must hold 32 bytes.')
  verificationLimits.checkTry({ ip, userId })
  const proof = await countTry(sql, { verificationId, userId, maximum: MAXIMUM_TRIES })
  if (!proof) throw expired()
  if (!isProven(proof, code, { verificationId, userId, claim, value }, config.loginIndexKeys)) {
    verificationLimits.countWrong({ ip, userId })
    throw new ServiceError('wrong_code', 'This is not the code that was sent.')
  }
  if (!(await spendVerification(sql, { userId, verificationId }))) throw expired()
  const iat = Math.floor(now().getTime() / 1000)
  const attestation = signClaimAttestation(config.dataTokenKeys, {
    iss: config.issuer,
    sub: userId,
    claim,
    value_sha256: hash,
    method: `${claim}_code`,
    iat,
    exp: iat + ATTESTATION_LIFETIME_SECONDS,
  })
  logClaimVerified(logger, { userId, sessionId, claim })
  return { attestation }
}

function expired(): ServiceError {
  return new ServiceError('verification_expired', 'This code works no longer. Ask for a new one.')
}
