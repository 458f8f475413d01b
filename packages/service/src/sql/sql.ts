import { createHash } from 'node:crypto'
import type { Pool, QueryResultRow } from 'pg'
import { isConflict, isNameRefusal, type Lending, type Run, withConnection } from './connection.ts'

/**
 * Runs one statement: `` await sql<Row>`select … where id = ${id}` ``. Values become parameters, never SQL; only `sqlText`,
 * written in our code, becomes part of the text. Each distinct text is a named prepared statement, planned once a connection.
 * The row type is asserted, not checked: tests on a real database verify it.
 */
export type Sql = <Row extends QueryResultRow = QueryResultRow>(
  text: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>

/** Runs each statement on a connection of its own, and several as one. */
export type SqlPool = Sql & {
  /** Runs statements as one transaction. Retried once on a conflict, so `work` must have no effects besides SQL. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/** Runs statements inside one transaction. A function that takes it cannot be called outside of one, nor begin another. */
export type Transaction = Sql & { readonly isTransaction: true }

/** Part of a statement that is written in our own code: a table, a column, a condition. */
export type SqlText = { readonly [written]: string }

const written: unique symbol = Symbol('written')

/** `` sqlText`core.sessions` ``: a text with no place for a value, so that nothing from outside becomes SQL. */
export function sqlText([text = '']: TemplateStringsArray): SqlText {
  return { [written]: text }
}

type Named = {
  readonly name: string
  readonly text: string
  readonly texts: readonly (SqlText | undefined)[]
}

const statements = new WeakMap<TemplateStringsArray, Named>()

/** The `sql` tag over a pool. It throws DatabaseUnavailable when the database does not answer in time. */
export function createSql(pool: Pool, lending: Lending = {}): SqlPool {
  let namesWork = true
  const lend = <Result>(work: (run: Run) => Promise<Result>): Promise<Result> =>
    withConnection(pool, lending, async (run) => {
      const runNamed: Run = ({ name, text, values }) =>
        run({ ...(namesWork && name !== undefined && { name }), text, ...(values && { values }) })
      try {
        return await work(runNamed)
      } catch (error) {
        // A pooler in transaction mode may switch to a server connection that lacks these prepared statements.
        if (isNameRefusal(error)) namesWork = false
        else if (!isConflict(error)) throw error
        // Either way the server has undone the work.
        return work(runNamed)
      }
    })
  return Object.assign(
    tagOver((statement) => lend((run) => run(statement))),
    {
      transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
        lend((run) => inTransaction(run, work)),
    },
  )
}

function tagOver(run: Run): Sql {
  return async <Row extends QueryResultRow>(parts: TemplateStringsArray, ...values: readonly unknown[]) => {
    const { name, text } = statementOf(parts, values)
    const result = await run<Row>({ name, text, values: values.filter((value) => !isSqlText(value)).map(parameterOf) })
    return result.rows
  }
}

/**
 * A commit whose answer was lost may have happened: it throws DatabaseUnavailable and is not retried here. The caller's retry
 * sees the stored result.
 */
async function inTransaction<Result>(run: Run, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  await run({ text: 'begin' })
  try {
    const result = await work(Object.assign(tagOver(run), { isTransaction: true } as const))
    await run({ text: 'commit' })
    return result
  } catch (error) {
    await run({ text: 'rollback' }).catch(() => undefined)
    throw error
  }
}

/** The text depends on embedded `sqlText`, so the cache by call site holds only while those are equal. */
function statementOf(parts: TemplateStringsArray, values: readonly unknown[]): Named {
  const texts = values.map((value) => (isSqlText(value) ? value : undefined))
  const known = statements.get(parts)
  if (known?.texts.every((text, index) => text === texts[index])) return known
  const text = textOf(parts, texts)
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  const statement = { name, text, texts }
  statements.set(parts, statement)
  return statement
}

function textOf(parts: TemplateStringsArray, texts: Named['texts']): string {
  let parameters = 0
  return parts.reduce((sofar, part, index) => `${sofar}${texts[index - 1]?.[written] ?? `$${++parameters}`}${part}`)
}

/** Writes JSON here: `pg` would find an unwritable value only after sending half of the statement. */
function parameterOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parameterOf)
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value)
  return isJson ? JSON.stringify(value) : value
}

function isSqlText(value: unknown): value is SqlText {
  return typeof value === 'object' && value !== null && written in value
}
