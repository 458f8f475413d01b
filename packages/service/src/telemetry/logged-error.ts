/** What a log line says of an error. */
export type LoggedError = {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [detail: string]: unknown
}

/** Fields that name things of ours. Any other may hold a value of a row, or of whoever sent the request. */
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
// What PostgreSQL says of these classes quotes names of tables and constraints, never a value (Appendix A). Of the
// others it does: `invalid input syntax for type uuid: "…"`.
const SQLSTATE_WITHOUT_VALUES = /^(08|23|25|40|42|53|55|57|58)/
const MAX_CAUSES = 5

/**
 * An error for the log: whose fault, where, and for which reason in turn. A refused statement brings the whole failing
 * row along (`detail`, `where`), and sometimes a value in its message: neither is passed on.
 */
export function describeForLog(error: Error, depth = 0): LoggedError {
  const fields = new Map(Object.entries(error))
  const safe = Object.fromEntries(SAFE_FIELDS.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])))
  const message = holdsValues(error) ? 'A value was refused by the database; it is left out here.' : error.message
  const type = isDatabaseError(error) ? 'DatabaseError' : error.constructor.name
  return {
    type,
    message,
    stack: `${type}: ${message}\n${callsOf(error)}`,
    ...safe,
    ...(error.cause instanceof Error && depth < MAX_CAUSES && { cause: describeForLog(error.cause, depth + 1) }),
  }
}

function holdsValues(error: Error): boolean {
  return isDatabaseError(error) && !SQLSTATE_WITHOUT_VALUES.test(error.code)
}

/** By its form: each engine has a class of its own. */
function isDatabaseError(error: Error): error is Error & { readonly code: string } {
  return 'severity' in error && 'code' in error && typeof error.code === 'string'
}

/** The lines of a stack that name places: those before them repeat the message. */
function callsOf({ stack = '' }: Error): string {
  const lines = stack.split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
