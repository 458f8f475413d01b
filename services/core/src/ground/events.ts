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
export const logDataUpdated = eventOf('data_updated', ['authRequestId', 'clientId'])
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

/** Without identifiers: nothing of the account stays. */
export function logAccountDeleted(log: EventLog): void {
  log.info(counted({ event: 'account_deleted' }), 'account deleted')
}

type AccountAct = {
  readonly event: 'account_sessions_ended' | 'account_suspended' | 'account_unsuspended'
  readonly userId: string
}

/** Without the reason: that is for the person, and for the trail. */
export function logAccountAct(log: EventLog, { event, userId }: AccountAct): void {
  log.info(counted({ event, user_id: userId }), event.replaceAll('_', ' '))
}

/** An event that an operator should look at; the fields are logged under their names. */
function alertOf<Field extends string>(level: 'warn' | 'error', event: string, message: string) {
  return (log: EventLog, fields: Readonly<Record<Field, string>>): void =>
    log[level](counted({ event, ...fields }), message)
}

/** The device chooses the address, which can be anything. */
export const logWrongAddress = alertOf<'address'>(
  'warn',
  'wrong_address',
  'a sign-in at an address that is neither CORE_URL nor WEB_URL nor BASE_URL failed',
)
export const logRevocationFailed = alertOf<'reason'>(
  'warn',
  'revocation_failed',
  'grants or an account are not removed at the provider yet; trying again',
)
export const logCodeNotSent = alertOf<'reason'>(
  'error',
  'code_not_sent',
  'a code could not be sent: check SMTP_URL, or PHONE_SENDER_URL',
)
export const logSecurityMailNotSent = alertOf<'reason'>(
  'warn',
  'security_mail_not_sent',
  'a security notice could not be mailed: check SMTP_URL',
)
export const logCodeRefused = alertOf<'reason'>(
  'warn',
  'code_refused',
  'a code was refused for good: no message arrives there',
)
export const logStatusListUnavailable = alertOf<'host' | 'reason'>(
  'warn',
  'status_list_unavailable',
  'devices cannot tell whether credentials of an issuer are revoked',
)
export const logProviderUnavailable = alertOf<'reason'>(
  'error',
  'provider_unavailable',
  'the provider gave no usable answer',
)
export const logServiceTokenRefused = alertOf<never>(
  'error',
  'service_token_refused',
  'the provider refuses our INTERNAL_SERVICE_TOKEN: both services must hold the same value',
)
/** The identifier is a keyed hash: only core could tell whose it is. */
export const logGuessesUsedUp = alertOf<'credential_identifier'>(
  'warn',
  'guesses_used_up',
  'a name has had all its evaluations of today: core is under attack, or attacks',
)

/** Core isn't ready until they agree. */
export function logSettingsDiffer(log: EventLog, { settings }: { readonly settings: string }): void {
  log.error(
    counted({ event: 'settings_differ', settings }),
    `core and the provider must have the same ${settings}: the provider has another`,
  )
}

type UnknownSecret = { readonly setting: string; readonly passwords: number }

export function logUnknownSecret(log: EventLog, { setting, passwords }: UnknownSecret): void {
  log.error(
    counted({ event: 'unknown_secret', setting, passwords }),
    `${setting} does not list a value that passwords need: sign-in with them fails. Restore it`,
  )
}

export function logCleaned(log: EventLog, removed: Readonly<Record<string, number>>): void {
  log.info({ event: 'cleaned', ...removed }, 'cleaned')
}

type FailedTask = { readonly task: string; readonly error: unknown }

export function logBackgroundTaskFailed(log: EventLog, { task, error }: FailedTask): void {
  log.warn(counted({ event: 'background_task_failed', task, err: error }, task), 'a background task failed')
}
