import { countEvent } from '@countersign/service/telemetry'
import type { MethodType } from '@countersign/vault'

/** Pino's and Fastify's loggers fit. */
export type EventLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Counts an event on its way to the log; `outcome` is one of our words, never an identifier. */
function counted<Fields extends { readonly event: string }>(fields: Fields, outcome?: string): Fields {
  countEvent(fields.event, outcome)
  return fields
}

/** An event whose name is its message. */
function logInfo(log: EventLog, fields: Readonly<Record<string, unknown> & { event: string }>, outcome?: string): void {
  log.info(counted(fields, outcome), fields.event.replaceAll('_', ' '))
}

/** The session that acted. */
export type EventSubject = { readonly userId: string; readonly sessionId: string }

function idsOf({ userId, sessionId }: EventSubject) {
  return { user_id: userId, session_id: sessionId }
}

export function logSignedUp(log: EventLog, subject: EventSubject): void {
  logInfo(log, { event: 'signed_up', ...idsOf(subject) })
}

export function logSignedIn(log: EventLog, subject: EventSubject & { readonly method: MethodType }): void {
  const { method } = subject
  logInfo(log, { event: 'signed_in', ...idsOf(subject), method }, method)
}

/** Without a name: the caller may have typed a password into the wrong field. */
export function logSignInRefused(log: EventLog, { method }: { readonly method: MethodType }): void {
  log.warn(counted({ event: 'sign_in_refused', method }, method), 'sign-in refused')
}

/** The device chooses the address, which can be anything. */
export function logWrongAddress(log: EventLog, { address }: { readonly address: string }): void {
  log.warn(
    counted({ event: 'wrong_address', address }),
    'somebody signs in at an address that is neither CORE_URL nor WEB_URL nor BASE_URL: nobody can there',
  )
}

export function logSignedOut(log: EventLog, subject: EventSubject): void {
  logInfo(log, { event: 'signed_out', ...idsOf(subject) })
}

export function logSessionEnded(log: EventLog, subject: EventSubject): void {
  logInfo(log, { event: 'session_ended', ...idsOf(subject) })
}

type VaultSubject = EventSubject & { readonly gen: number }

export function logVaultCommitted(log: EventLog, subject: VaultSubject): void {
  logInfo(log, { event: 'vault_committed', ...idsOf(subject), gen: subject.gen })
}

export function logMethodsChanged(log: EventLog, subject: VaultSubject): void {
  const fields = { event: 'methods_changed', ...idsOf(subject), gen: subject.gen }
  log.info(counted(fields), 'unlock methods changed')
}

export function logAccountKeyRotated(log: EventLog, subject: VaultSubject): void {
  logInfo(log, { event: 'account_key_rotated', ...idsOf(subject), gen: subject.gen })
}

export function logAccountExported(log: EventLog, subject: EventSubject): void {
  logInfo(log, { event: 'account_exported', ...idsOf(subject) })
}

/** Without identifiers: nothing of the account stays. */
export function logAccountDeleted(log: EventLog): void {
  logInfo(log, { event: 'account_deleted' })
}

export function logRevocationFailed(log: EventLog, { reason }: { readonly reason: string }): void {
  log.warn(
    counted({ event: 'revocation_failed', reason }),
    'what a person allowed, or the person, is not removed at the provider yet; trying again',
  )
}

type RequestSubject = EventSubject & { readonly authRequestId: string }

function requestIdsOf(subject: RequestSubject) {
  return { ...idsOf(subject), auth_request_id: subject.authRequestId }
}

export function logDataAttested(log: EventLog, subject: RequestSubject & { readonly clientId: string }): void {
  logInfo(log, { event: 'data_attested', ...requestIdsOf(subject), client_id: subject.clientId })
}

type VerificationSubject = EventSubject & { readonly claim: string }

/** The claim, never the address or number. */
export function logVerificationStarted(log: EventLog, subject: VerificationSubject): void {
  const { claim } = subject
  logInfo(log, { event: 'verification_started', ...idsOf(subject), claim }, claim)
}

export function logClaimVerified(log: EventLog, subject: VerificationSubject): void {
  const { claim } = subject
  logInfo(log, { event: 'claim_verified', ...idsOf(subject), claim }, claim)
}

export function logCodeNotSent(log: EventLog, { reason }: { readonly reason: string }): void {
  log.error(
    counted({ event: 'code_not_sent', reason }),
    'a code could not be sent: check SMTP_URL, or PHONE_SENDER_URL',
  )
}

export function logCodeRefused(log: EventLog, { reason }: { readonly reason: string }): void {
  log.warn(counted({ event: 'code_refused', reason }), 'a code was refused for good: nobody takes messages there')
}

export function logRequestCompleted(log: EventLog, subject: RequestSubject): void {
  logInfo(log, { event: 'request_completed', ...requestIdsOf(subject) })
}

export function logRequestDenied(log: EventLog, subject: RequestSubject): void {
  logInfo(log, { event: 'request_denied', ...requestIdsOf(subject) })
}

export function logRequestGivenBack(log: EventLog, subject: RequestSubject): void {
  logInfo(log, { event: 'request_given_back', ...requestIdsOf(subject) })
}

export function logOwnGrantsRevoked(log: EventLog, subject: EventSubject & { readonly clientId: string }): void {
  logInfo(log, { event: 'grants_revoked', ...idsOf(subject), client_id: subject.clientId })
}

export function logProviderUnavailable(log: EventLog, { reason }: { readonly reason: string }): void {
  log.error(counted({ event: 'provider_unavailable', reason }), 'the provider gave no usable answer')
}

export function logServiceTokenRefused(log: EventLog): void {
  log.error(
    counted({ event: 'service_token_refused' }),
    'the provider refuses our INTERNAL_SERVICE_TOKEN: both services must hold the same value',
  )
}

type UnknownSecret = { readonly setting: string; readonly passwords: number }

export function logUnknownSecret(log: EventLog, { setting, passwords }: UnknownSecret): void {
  log.error(
    counted({ event: 'unknown_secret', setting, passwords }),
    `${setting} does not list a value that passwords need: nobody can sign in with them. Restore it`,
  )
}

/** The identifier is a keyed hash: only core could tell whose it is. */
export function logGuessesUsedUp(
  log: EventLog,
  { credentialIdentifier }: { readonly credentialIdentifier: string },
): void {
  log.warn(
    counted({ event: 'guesses_used_up', credential_identifier: credentialIdentifier }),
    'a name has had all its evaluations of today: core is under attack, or attacks',
  )
}

export function logCleaned(log: EventLog, removed: Readonly<Record<string, number>>): void {
  log.info({ event: 'cleaned', ...removed }, 'cleaned')
}

export function logBackgroundTaskFailed(
  log: EventLog,
  { task, error }: { readonly task: string; readonly error: unknown },
): void {
  log.warn(counted({ event: 'background_task_failed', task, err: error }, task), 'a background task failed')
}
