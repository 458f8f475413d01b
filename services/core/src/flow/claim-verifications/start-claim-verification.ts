import { randomUUID } from 'node:crypto'
import type { VerificationStarted, VerificationStartRequest } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { ActiveSession } from '../../accounts/sessions/sessions.ts'
import { logCodeNotSent, logCodeRefused, logVerificationStarted } from '../../ground/events.ts'
import { type CodeMessage, NobodyThere, type SendCode } from '../../ground/sending/code-message.ts'
import type { FlowDependencies } from '../dependencies.ts'
import { destinationOf } from './check-destination.ts'
import { insertVerification } from './claim-verification.store.ts'
import { newCode, proofOf } from './code-proof.ts'

const LIFETIME_SECONDS = 600
/** Most servers have said by then whether they take a message. One that has not goes on, and the person need not wait. */
const PATIENCE_MS = 4_000

/**
 * Sends a code to an address or number that a person says is theirs.
 * @throws ServiceError
 */
export async function startClaimVerification(
  dependencies: Pick<FlowDependencies, 'sql' | 'config' | 'senders' | 'verificationLimits' | 'logger'>,
  session: ActiveSession & { readonly ip: string },
  { claim, value, language }: VerificationStartRequest,
): Promise<VerificationStarted> {
  const { sql, config, senders, verificationLimits, logger } = dependencies
  const { userId, sessionId, ip } = session
  const send = senders.sendTo[claim]
  if (!send) throw new ServiceError('not_found', 'This service cannot verify such a claim.')
  const destination = destinationOf(claim, value)
  verificationLimits.count({ ip, userId, destination })
  const verificationId = randomUUID()
  const code = newCode()
  const proof = proofOf(code, { verificationId, userId, claim, value }, config.loginIndexKeys)
  await insertVerification(sql, { verificationId, userId, proof, lifetimeSeconds: LIFETIME_SECONDS })
  logVerificationStarted(logger, { userId, sessionId, claim })
  await handOver(dependencies, send, { to: destination, code, language })
  return { verification_id: verificationId }
}

async function handOver(
  { logger }: Pick<FlowDependencies, 'logger'>,
  send: SendCode,
  message: CodeMessage,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const sending = send(message).catch((error: unknown) => {
    if (error instanceof NobodyThere) {
      logCodeRefused(logger, { reason: error.message })
      throw new ServiceError('invalid_claims', 'Nobody takes messages there. Check how it is written.')
    }
    logCodeNotSent(logger, { reason: reasonOf(error) })
    throw new ServiceError('service_unavailable', 'The code could not be sent. Try again in a few minutes.')
  })
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  try {
    await Promise.race([sending, patience])
  } finally {
    clearTimeout(timer)
    // Whoever does not wait any more need not hear of it.
    sending.catch(() => undefined)
  }
}

/** The reason without the address, which a mail server's answer repeats. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : ''
  const status = 'responseCode' in error ? String(error.responseCode) : ''
  return `${error.name} ${code} ${status}`.trim()
}
