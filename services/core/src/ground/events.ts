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

/** The session that acted. */
export type EventSubject = { readonly userId: string; readonly sessionId: string }

type Known = EventSubject & {
  readonly authRequestId: string
  readonly clientId: string
  readonly gen: number
  readonly method: MethodType
  /** Never the address or number. */
  readonly claim: string
}

/** An event of a session, with these fields; the message is its name, unless given. */
function eventOf<Field extends keyof Known = never>(event: string, fields: readonly Field[] = [], message?: string) {
  const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const all = (['userId', 'sessionId', ...fields] as const).map((field) => [snakeCase(field), field] as const)
  const text = message ?? event.replaceAll('_', ' ')
  return (log: EventLog, subject: Pick<Known, keyof EventSubject | Field>): void => {
    const shown: { event: string; [field: string]: string | number } = { event }
    for (const [name, field] of all) shown[name] = subject[field]
    const outcome = shown['method'] ?? shown['claim']
    log.info(counted(shown, outcome?.toString()), text)
  }
}

export const logSignedUp = eventOf('signed_up')
export const logSignedIn = eventOf('signed_in', ['method'])
export const logSignedOut = eventOf('signed_out')
export const logSessionEnded = eventOf('session_ended')
export const logVaultCommitted = eventOf('vault_committed', ['gen'])
export const logMethodsChanged = eventOf('methods_changed', ['gen'], 'unlock methods changed')
export const logAccountKeyRotated = eventOf('account_key_rotated', ['gen'])
export const logAccountExported = eventOf('account_exported')
export const logDataAttested = eventOf('data_attested', ['authRequestId', 'clientId'])
export const logVerificationStarted = eventOf('verification_started', ['claim'])
export const logClaimVerified = eventOf('claim_verified', ['claim'])
export const logSecurityContactChanged = eventOf('security_contact_changed')
export const logRequestCompleted = eventOf('request_completed', ['authRequestId'])
export const logRequestDenied = eventOf('request_denied', ['authRequestId'])
export const logRequestGivenBack = eventOf('request_given_back', ['authRequestId'])
export const logOwnGrantsRevoked = eventOf('grants_revoked', ['clientId'])

/** Without a name: the caller may have typed a password into the wrong field. */
export function logSignInRefused(log: EventLog, { method }: { readonly method: MethodType }): void {
  log.warn(counted({ event: 'sign_in_refused', method }, method), 'sign-in refused')
}

/** The device chooses the address, which can be anything. */
export function logWrongAddress(log: EventLog, { address }: { readonly address: string }): void {
  log.warn(
    counted({ event: 'wrong_address', address }),
    'a sign-in at an address that is neither CORE_URL nor WEB_URL nor BASE_URL failed',
  )
}

/** Without identifiers: nothing of the account stays. */
export function logAccountDeleted(log: EventLog): void {
  log.info(counted({ event: 'account_deleted' }), 'account deleted')
}

/** Without the reason: that is for the person, and for the trail. */
export function logAccountAct(
  log: EventLog,
  {
    event,
    userId,
  }: {
    readonly event: 'account_sessions_ended' | 'account_suspended' | 'account_unsuspended'
    readonly userId: string
  },
): void {
  log.info(counted({ event, user_id: userId }), event.replaceAll('_', ' '))
}

export function logRevocationFailed(log: EventLog, { reason }: { readonly reason: string }): void {
  log.warn(
    counted({ event: 'revocation_failed', reason }),
    'grants or an account are not removed at the provider yet; trying again',
  )
}

export function logCodeNotSent(log: EventLog, { reason }: { readonly reason: string }): void {
  log.error(
    counted({ event: 'code_not_sent', reason }),
    'a code could not be sent: check SMTP_URL, or PHONE_SENDER_URL',
  )
}

export function logSecurityMailNotSent(log: EventLog, { reason }: { readonly reason: string }): void {
  log.warn(
    counted({ event: 'security_mail_not_sent', reason }),
    'a security notice could not be mailed: check SMTP_URL',
  )
}

export function logCodeRefused(log: EventLog, { reason }: { readonly reason: string }): void {
  log.warn(counted({ event: 'code_refused', reason }), 'a code was refused for good: no message arrives there')
}

export function logProviderUnavailable(log: EventLog, { reason }: { readonly reason: string }): void {
  log.error(counted({ event: 'provider_unavailable', reason }), 'the provider gave no usable answer')
}

/** Core isn't ready until they agree. */
export function logSettingsDiffer(log: EventLog, { settings }: { readonly settings: string }): void {
  log.error(
    counted({ event: 'settings_differ', settings }),
    `core and the provider must have the same ${settings}: the provider has another`,
  )
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
    `${setting} does not list a value that passwords need: sign-in with them fails. Restore it`,
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
