import type { Pool, QueryResult, QueryResultRow } from 'pg'
import { DatabaseUnavailable } from '../errors.ts'
import { countLoss, measureStatement, measureWait } from '../telemetry/metrics/database-metrics.ts'
import { findRequestContext } from '../telemetry/request-context.ts'
import type { Span } from '../telemetry/tracing.ts'
import { codeOf, describeFault } from './database-faults.ts'
import { literalOf } from './parameter.ts'
import { runPrepared } from './prepared-query.ts'

/** With a name, it is prepared once per connection. */
type Statement = { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }

/** @throws DatabaseUnavailable */
export type Run = <Row extends QueryResultRow>(statement: Statement) => Promise<Pick<QueryResult<Row>, 'rows'>>

export type Lending = {
  /** The database, in errors. */
  readonly name?: string | undefined
  /** Further callers are refused; unlimited by default. */
  readonly maxWaiting?: number | undefined
  /** For the wait and all work; unlimited by default. */
  readonly deadlineMs?: number | undefined
}

/** Lends a connection. A refused statement keeps it; a loss or timeout discards it, because its state is unknown. */
export async function withConnection<Result>(
  pool: Pool,
  { name, deadlineMs, maxWaiting = Number.POSITIVE_INFINITY }: Lending,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const unavailable = (cause: unknown) => refuse(cause, name)
  if (pool.waitingCount >= maxWaiting) return unavailable(new Error('Too many wait for a connection.'))
  const began = performance.now()
  const endsAt = deadlineMs === undefined ? undefined : began + deadlineMs
  const client = await pool.connect().catch(unavailable)
  measureWait(began)
  let lost: Error | undefined
  const run: Run = async ({ name: prepared, text, values = [] }) => {
    if (lost) return unavailable(lost)
    const asked = performance.now()
    const span = startStatementSpan(text)
    try {
      const timeout = endsAt === undefined ? {} : { query_timeout: remainingMs(endsAt) }
      if (prepared !== undefined) return await runPrepared(client, { name: prepared, text, values, ...timeout })
      return await client.query({ text, values: values.map(literalOf), ...timeout })
    } catch (error) {
      if (isLoss(error)) lost = error
      if (lost || isOutage(error)) return unavailable(error)
      // Otherwise the stack would begin at the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    } finally {
      measureStatement(asked)
      span?.end()
    }
  }
  try {
    return await work(run)
  } finally {
    client.release(lost)
  }
}

/**
 * Runs a transaction without a statement timeout, one at a time for each name. Lock and limit belong to it, so they hold behind
 * a transaction-mode pooler.
 * @throws DatabaseUnavailable
 */
export async function inTurn<Result>(
  { pool, lending }: { readonly pool: Pool; readonly lending: Lending },
  turn: string,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  return withConnection(pool, { name: lending.name }, async (run) => {
    await run({ text: 'begin' })
    try {
      await run({ text: 'set local statement_timeout = 0' })
      await run({ text: 'select pg_advisory_xact_lock(hashtext($1))', values: [turn] })
      const result = await work(run)
      await run({ text: 'commit' })
      return result
    } catch (error) {
      await run({ text: 'rollback' }).catch(() => undefined)
      throw error
    }
  })
}

/** The text holds no values: those are parameters. */
function startStatementSpan(text: string): Span | undefined {
  return findRequestContext()?.span?.startChild({
    name: `${/\w+/.exec(text)?.[0]} ${/\b(?:core|provider)\.\w+/.exec(text)?.[0] ?? ''}`.trim(),
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  })
}

/** @throws if no time is left: a statement that was not sent has not taken effect */
function remainingMs(endsAt: number): number {
  const remaining = Math.floor(endsAt - performance.now())
  if (remaining < 1) throw new Error(OUT_OF_TIME)
  return remaining
}

// Class 08 connection exception, 53 insufficient resources, 57 operator intervention, 58 system error (PostgreSQL
// Appendix A). 42501: the operator took a right away, or gave none.
const isOutage = refusedWith(/^(08|53|57|58|42501$)/)
// Ends the session: class 57P, idle timeouts. 25006 (read-only): the primary became a standby; a new connection may reach its
// successor.
const LOSS_SQLSTATE = /^(08|57P|25P0[34]|25006)/
const LOSS_ERRNO = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT'])
/** `pg` sets no codes for these. */
const LOSS_MESSAGE = /Connection terminated|Query read timeout|not queryable|^Out of time/
const OUT_OF_TIME = 'Out of time: the statement was not begun.'

function isLoss(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return LOSS_SQLSTATE.test(code) || LOSS_ERRNO.has(code) || LOSS_MESSAGE.test(error.message)
}

/** A deadlock or serialization failure; rolled back. */
export const isConflict = refusedWith(/^(40001|40P01)$/)
/** invalid_sql_statement_name, duplicate_prepared_statement: thrown before the statement ran. */
export const isNameRefusal = refusedWith(/^(26000|42P05)$/)
export const isUniqueViolation = refusedWith(/^23505$/)
/** Also thrown once for a plan older than a schema change. */
export const isNotSupported = refusedWith(/^0A000$/)

function refusedWith(sqlstate: RegExp) {
  return (error: unknown): error is Error => error instanceof Error && sqlstate.test(codeOf(error))
}

/** Marks an outage, as opposed to a wrong statement. */
function refuse(cause: unknown, name?: string): never {
  countLoss()
  throw new DatabaseUnavailable(describeFault(cause, name), { cause })
}

/**
 * Marks a conflict with other transactions that a retry did not end.
 * @throws DatabaseUnavailable, or the error itself
 */
export function refuseConflict(error: unknown, { name }: Lending): never {
  if (isConflict(error)) return refuse(error, name)
  throw error
}
