import { countEvent } from '@countersign/service/telemetry'
import type { MethodType } from '@countersign/vault'

/** What a log must be able to do; pino and Fastify's logger can. */
export type EventLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What is logged of an event, counted on its way; `outcome` is a word of ours, never an identifier. */
function counted<Fields extends { readonly event: string }>(fields: Fields, outcome?: string): Fields {
  countEvent(fields.event, outcome)
  return fields
}

/** Whose session it was. */
export type EventSubject = { readonly userId: string; readonly sessionId: string }

export function logSignedUp(log: EventLog, { userId, sessionId }: EventSubject): void {
  log.info(counted({ event: 'signed_up', user_id: userId, session_id: sessionId }), 'signed up')
}

export function logSignedIn(
  log: EventLog,
  { userId, sessionId, method }: EventSubject & { readonly method: MethodType },
): void {
  log.info(counted({ event: 'signed_in', user_id: userId, session_id: sessionId, method }, method), 'signed in')
}

/** Without whom: a failed sign-in knows only what it was given, and that may be a password typed into the wrong field. */
export function logSignInRefused(log: EventLog, { method }: { readonly method: MethodType }): void {
  log.warn(counted({ event: 'sign_in_refused', method }, method), 'sign-in refused')
}

/** The address is what a device named, which can be anybody. */
export function logWrongAddress(log: EventLog, { address }: { readonly address: string }): void {
  log.warn(
    counted({ event: 'wrong_address', address }),
    'somebody signs in at an address that is neither CORE_URL nor CONSENT_URL nor BASE_URL: nobody can there',
  )
}

export function logSignedOut(log: EventLog, { userId, sessionId }: EventSubject): void {
  log.info(counted({ event: 'signed_out', user_id: userId, session_id: sessionId }), 'signed out')
}

export function logSessionEnded(log: EventLog, { userId, sessionId }: EventSubject): void {
  log.info(counted({ event: 'session_ended', user_id: userId, session_id: sessionId }), 'session ended')
}

export function logVaultCommitted(
  log: EventLog,
  { userId, sessionId, gen }: EventSubject & { readonly gen: number },
): void {
  log.info(counted({ event: 'vault_committed', user_id: userId, session_id: sessionId, gen }), 'vault committed')
}

export function logMethodsChanged(
  log: EventLog,
  { userId, sessionId, gen }: EventSubject & { readonly gen: number },
): void {
  log.info(counted({ event: 'methods_changed', user_id: userId, session_id: sessionId, gen }), 'unlock methods changed')
}

export function logAccountKeyRotated(
  log: EventLog,
  { userId, sessionId, gen }: EventSubject & { readonly gen: number },
): void {
  log.info(
    counted({ event: 'account_key_rotated', user_id: userId, session_id: sessionId, gen }),
    'account key rotated',
  )
}

export function logAccountExported(log: EventLog, { userId, sessionId }: EventSubject): void {
  log.info(counted({ event: 'account_exported', user_id: userId, session_id: sessionId }), 'account exported')
}

/** Without whose: that it happened is all that stays. */
export function logAccountDeleted(log: EventLog): void {
  log.info(counted({ event: 'account_deleted' }), 'account deleted')
}

export function logRevocationFailed(log: EventLog, { reason }: { readonly reason: string }): void {
  log.warn(
    counted({ event: 'revocation_failed', reason }),
    'what a person allowed, or the person, is not removed at the provider yet; trying again',
  )
}

type RequestSubject = EventSubject & { readonly authRequestId: string }

export function logDataAttested(log: EventLog, subject: RequestSubject & { readonly clientId: string }): void {
  log.info(counted({ event: 'data_attested', ...describe(subject), client_id: subject.clientId }), 'data attested')
}

type VerificationSubject = EventSubject & { readonly claim: string }

/** Which claim, and never the address or the number. */
export function logVerificationStarted(log: EventLog, { userId, sessionId, claim }: VerificationSubject): void {
  log.info(
    counted({ event: 'verification_started', user_id: userId, session_id: sessionId, claim }, claim),
    'verification started',
  )
}

export function logClaimVerified(log: EventLog, { userId, sessionId, claim }: VerificationSubject): void {
  log.info(counted({ event: 'claim_verified', user_id: userId, session_id: sessionId, claim }, claim), 'claim verified')
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
  log.info(counted({ event: 'request_completed', ...describe(subject) }), 'request completed')
}

export function logRequestDenied(log: EventLog, subject: RequestSubject): void {
  log.info(counted({ event: 'request_denied', ...describe(subject) }), 'request denied')
}

export function logRequestGivenBack(log: EventLog, subject: RequestSubject): void {
  log.info(counted({ event: 'request_given_back', ...describe(subject) }), 'request given back')
}

export function logOwnGrantsRevoked(
  log: EventLog,
  { userId, sessionId, clientId }: EventSubject & { readonly clientId: string },
): void {
  log.info(
    counted({ event: 'grants_revoked', user_id: userId, session_id: sessionId, client_id: clientId }),
    'grants revoked',
  )
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

/** By its identifier, which names nobody: only core could tell whose it is. */
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

function describe({ userId, sessionId, authRequestId }: RequestSubject) {
  return { user_id: userId, session_id: sessionId, auth_request_id: authRequestId }
}
