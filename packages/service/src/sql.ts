import { createHash } from 'node:crypto'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { DatabaseUnavailable } from './errors.ts'

/**
 * Runs one statement: `` await sql<Row>`select … where id = ${id}` ``. Every value becomes a parameter, so a value can
 * never become SQL. Each distinct text is a named prepared statement, planned once a connection.
 * The row type is asserted, not checked: the test that runs the statement on a real database is what makes it true.
 */
export type Sql = {
  <Row extends QueryResultRow = QueryResultRow>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Row[]>
  /** Runs several statements as one: all of them take effect, or none. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
}

type Statement = { readonly name: string; readonly text: string }

const statements = new WeakMap<TemplateStringsArray, Statement>()

/** The `sql` tag over a pool. */
export function createSql(pool: Pool): Sql {
  return tagOver(
    (run) => withClient(pool, run),
    (work) => withClient(pool, (client) => inTransaction(client, work)),
  )
}

type UseClient = <Result>(run: (client: PoolClient) => Promise<Result>) => Promise<Result>

function tagOver(useClient: UseClient, transaction: Sql['transaction']): Sql {
  const tag = async <Row extends QueryResultRow>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
    const statement = { ...statementOf(text), values: [...values] }
    const result = await useClient((client) => client.query<Row>(statement)).catch(asUnavailable)
    return result.rows
  }
  return Object.assign(tag, { transaction })
}

/** Unlike `pool.query`, keeps the connection after a refused statement; the pool itself drops a broken one. */
async function withClient<Result>(pool: Pool, run: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch(noConnection)
  try {
    return await run(client)
  } finally {
    client.release()
  }
}

async function inTransaction<Result>(client: PoolClient, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const nested = (): never => {
    throw new Error('A transaction inside a transaction: pass the outer one on instead.')
  }
  await client.query('begin').catch(asUnavailable)
  try {
    const result = await work(tagOver((run) => run(client), nested))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function statementOf(parts: TemplateStringsArray): Statement {
  const known = statements.get(parts)
  if (known) return known
  const text = parts.reduce((sofar, part, index) => `${sofar}$${index}${part}`)
  const statement = { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text }
  statements.set(parts, statement)
  return statement
}

// Class 08 connection exception, 53 insufficient resources, 57 operator intervention, 58 system error (PostgreSQL Appendix A).
const UNAVAILABLE_SQLSTATE = /^(08|53|57|58)/
const UNAVAILABLE_ERRNO = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT'])
const UNAVAILABLE_MESSAGE = /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after/

function noConnection(error: unknown): never {
  throw new DatabaseUnavailable('The database cannot be reached.', { cause: error })
}

/** Tells "the database is away" (try again) apart from "the statement is wrong" (a bug). */
function asUnavailable(error: unknown): never {
  if (error instanceof Error && isUnavailable(error)) {
    throw new DatabaseUnavailable('The database cannot be reached.', { cause: error })
  }
  throw error
}

function isUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return UNAVAILABLE_SQLSTATE.test(code) || UNAVAILABLE_ERRNO.has(code) || UNAVAILABLE_MESSAGE.test(error.message)
}
