import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Names under which a secret or a claim could reach a log line by mistake. Tested by `logger.test.ts`. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'x-service-token',
  'password',
  'client_secret',
  'client_assertion',
  'code',
  'code_verifier',
  'access_token',
  'refresh_token',
  'data_token',
  'session_token',
  'authorization_code',
  'rec_auth',
  'claims',
] as const

const REDACTED_PATHS = SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])

type LoggerOptions = { readonly level: string; readonly destination?: DestinationStream }

/**
 * A logger that writes one JSON object a line. Bodies, headers and query strings are never passed to it;
 * redaction is the second line of defence, not the first.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
