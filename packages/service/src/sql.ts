import { createHash } from 'node:crypto'
import type { Pool, QueryResultRow } from 'pg'
import { isConflict, type Run, withConnection } from './connection.ts'

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
  /**
   * Runs several statements as one: all of them take effect, or none. The work is done a second time if another
   * transaction stood in its way, so it does nothing but SQL.
   */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
}

type Statement = { readonly name: string; readonly text: string }

const statements = new WeakMap<TemplateStringsArray, Statement>()

/** The `sql` tag over a pool. What does not come to an end in time throws DatabaseUnavailable. */
export function createSql(pool: Pool, deadlineMs?: number): Sql {
  return tagOver(
    (statement) => withConnection(pool, { deadlineMs }, (run) => onceMore(() => run(statement))),
    (work) => withConnection(pool, { deadlineMs }, (run) => onceMore(() => inTransaction(run, work))),
  )
}

function tagOver(run: Run, transaction: Sql['transaction']): Sql {
  const tag = async <Row extends QueryResultRow>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
    const result = await run<Row>({ ...statementOf(text), values: [...values] })
    return result.rows
  }
  return Object.assign(tag, { transaction })
}

/**
 * A commit whose answer was lost may have happened: like everything that was lost it throws DatabaseUnavailable, and is
 * never done again here. Whoever asks again finds what is there.
 */
async function inTransaction<Result>(run: Run, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const nested = (): never => {
    throw new Error('A transaction inside a transaction: pass the outer one on instead.')
  }
  await run({ text: 'begin' })
  try {
    const result = await work(tagOver(run, nested))
    await run({ text: 'commit' })
    return result
  } catch (error) {
    await run({ text: 'rollback' }).catch(() => undefined)
    throw error
  }
}

/** Does the work again if the server took all of it back because it stood in another's way. */
async function onceMore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isConflict(error)) throw error
    return work()
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
