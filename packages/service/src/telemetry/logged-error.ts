type LoggedError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [detail: string]: unknown
}

/** Hold our own names; other fields may hold row values or client input. */
const SAFE_FIELDS = [
  'code',
  'severity',
  'errno',
  'syscall',
  'statusCode',
  'schema',
  'table',
  'column',
  'constraint',
] as const
// Messages of these classes quote names, never values (PostgreSQL Appendix A), unlike `invalid input syntax for type uuid:
// "…"`.
const SQLSTATE_WITHOUT_VALUES = /^(08|23|25|40|42|53|55|57|58)/
const MAX_CAUSES = 5

/** Omits `detail`, `where` and messages that may quote row values. */
export function describeForLog(error: Error, depth = 0): LoggedError {
  const fields = new Map(Object.entries(error))
  const safe = Object.fromEntries(SAFE_FIELDS.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])))
  const holdsValues = isDatabaseError(error) && !SQLSTATE_WITHOUT_VALUES.test(error.code)
  const message = holdsValues ? 'A value was refused by the database; it is left out here.' : error.message
  const type = isDatabaseError(error) ? 'DatabaseError' : error.constructor.name
  return {
    type,
    message,
    stack: `${type}: ${message}\n${callsOf(error)}`,
    ...safe,
    ...(error.cause instanceof Error && depth < MAX_CAUSES && { cause: describeForLog(error.cause, depth + 1) }),
  }
}

/** By form: each engine has its own class. */
function isDatabaseError(error: Error): error is Error & { readonly code: string } {
  return 'severity' in error && 'code' in error && typeof error.code === 'string'
}

/** Without the first lines, which repeat the message. */
function callsOf({ stack = '' }: Error): string {
  const lines = stack.split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
