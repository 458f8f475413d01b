import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  VerifiableClaim,
  VerificationFinished,
  VerificationFinishRequest,
  VerificationStarted,
  VerificationStartRequest,
} from '@countersign/contracts'
import { hashClaimValue, signClaimAttestation } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import { keyedDigest } from '@countersign/service/secrets'
import {
  type EventLog,
  type EventSubject,
  logClaimVerified,
  logCodeNotSent,
  logCodeRefused,
  logVerificationStarted,
} from '../../ground/events.ts'
import type { WithClock, WithConfig, WithLogger, WithSenders, WithSql } from '../../ground/parts.ts'
import { RecipientRefused, reasonOf } from '../../ground/sending/code-message.ts'
import { countTry, insertVerification, spendVerification } from './claim-verification.store.ts'
import type { WithVerificationLimits } from './verification-limits.ts'

export type WithVerification = WithSql & WithConfig & WithClock & WithSenders & WithVerificationLimits & WithLogger

type Verifier = EventSubject & { readonly ip: string }

const CODE_DIGITS = 6
const LIFETIME_SECONDS = 600
/** By then most servers have accepted or refused a message; the user does not wait for the others. */
const PATIENCE_MS = 4_000

/** Sends a code to an address or number that the user claims. */
export async function startClaimVerification(
  dependencies: WithVerification,
  { userId, sessionId, ip }: Verifier,
  { claim, value, language }: VerificationStartRequest,
): Promise<VerificationStarted> {
  const { sql, config, senders, verificationLimits, logger } = dependencies
  const send = senders.sendTo[claim]
  if (!send) throw new ServiceError('not_found', 'This service cannot verify such a claim.')
  const destination = destinationOf(claim, value)
  verificationLimits.count({ ip, userId, destination })
  const verificationId = randomUUID()
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const owner = { verificationId, userId, claim, value }
  const proof = proofOf(code, owner, config.loginIndexKeys[0] ?? '')
  await insertVerification(sql, { verificationId, userId, proof, lifetimeSeconds: LIFETIME_SECONDS })
  logVerificationStarted(logger, { userId, sessionId, claim })
  const noteFailure = claim === 'email' ? senders.mailFailures.note : undefined
  await handOver(send({ to: destination, code, language }), { logger, noteFailure })
  return { verification_id: verificationId }
}

/** Reports how sending ended, if it does within `PATIENCE_MS`; otherwise it goes on in the background. */
async function handOver(
  sent: Promise<unknown>,
  { logger, noteFailure }: { readonly logger: EventLog; readonly noteFailure: ((error: unknown) => void) | undefined },
): Promise<void> {
  const sending = sent.catch((error: unknown) => {
    if (error instanceof RecipientRefused) {
      logCodeRefused(logger, { reason: error.message })
      throw new ServiceError('invalid_claims', 'No message arrives there. Check the spelling.')
    }
    noteFailure?.(error)
    logCodeNotSent(logger, { reason: reasonOf(error) })
    throw new ServiceError('service_unavailable', 'The code could not be sent. Try again in a few minutes.')
  })
  // A failure after the patience has run out is only logged.
  sending.catch(() => undefined)
  await Promise.race([sending, pause(PATIENCE_MS, undefined, { ref: false })])
}

const MAXIMUM_TRIES = 5
const ATTESTATION_LIFETIME_SECONDS = 365 * 24 * 3_600

/** Signs that the user received the code at this value. The vault keeps the attestation; core keeps nothing. */
export async function finishClaimVerification(
  dependencies: WithVerification,
  { userId, sessionId, ip }: Verifier,
  { verification_id, claim, value, salt, code }: VerificationFinishRequest,
): Promise<VerificationFinished> {
  const hash = await hashClaimValue(salt, value)
  if (hash === undefined) throw new ServiceError('invalid_request', 'salt must hold 32 bytes.')
  await acceptCode(dependencies, { userId, sessionId, ip }, { verification_id, claim, value, code })
  const { config, logger, now } = dependencies
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

type SentCode = Pick<VerificationFinishRequest, 'verification_id' | 'claim' | 'value' | 'code'>

/** @throws `too_many_requests`, `verification_expired` and `wrong_code` unless this code went to this value */
export async function acceptCode(
  { sql, config, verificationLimits }: WithSql & WithConfig & WithVerificationLimits,
  { userId, ip }: Verifier,
  { verification_id: verificationId, claim, value, code }: SentCode,
): Promise<void> {
  verificationLimits.checkTry({ ip, userId })
  const proof = await countTry(sql, { verificationId, userId, maximum: MAXIMUM_TRIES })
  if (!proof) throw expired()
  if (!isProven(proof, code, { verificationId, userId, claim, value }, config.loginIndexKeys)) {
    verificationLimits.countWrong({ ip, userId })
    throw new ServiceError('wrong_code', 'This is not the code that was sent.')
  }
  if (!(await spendVerification(sql, { userId, verificationId }))) throw expired()
}

function expired(): ServiceError {
  return new ServiceError('verification_expired', 'This code works no longer. Ask for a new one.')
}

/**
 * The common subset of RFC 5321 §4.1.2. No quoted names, on whose end parsers disagree; no `%` and `!`, by which some
 * servers relay; no leading hyphen, which a mail program may take for an option.
 */
const EMAIL =
  /^(?!-)[A-Za-z0-9.#$&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/
/** E.164 without separators: an attestation is of the text as written. */
const PHONE = /^\+[1-9]\d{6,14}$/
const MAXIMUM_EMAIL_LENGTH = 254

/** @throws `invalid_claims` for a malformed address or number */
function destinationOf(claim: VerifiableClaim, value: string): string {
  if (claim === 'email' ? isEmail(value) : PHONE.test(value)) return value
  throw new ServiceError('invalid_claims', `This is no ${claim === 'email' ? 'email address' : 'phone number'}.`)
}

function isEmail(value: string): boolean {
  return value.length <= MAXIMUM_EMAIL_LENGTH && EMAIL.test(value) && !/^\.|\.@|\.\./.test(value)
}

const LABEL = 'countersign/v1/claim-verification'

type CodeOwner = {
  readonly verificationId: string
  readonly userId: string
  readonly claim: VerifiableClaim
  readonly value: string
}

/** Whether this is the code for this value, under any key: one may have been replaced meanwhile. */
function isProven(proof: Buffer, code: string, owner: CodeOwner, keys: readonly string[]): boolean {
  return keys.some((key) => timingSafeEqual(proofOf(code, owner, key), proof))
}

/** All that is stored of a code and its value; useless without the key. */
function proofOf(code: string, { verificationId, userId, claim, value }: CodeOwner, secret: string): Buffer {
  return keyedDigest(JSON.stringify([verificationId, userId, claim, value, code]), { secret, label: LABEL })
}
