import { createHash } from 'node:crypto'
import type { Pool, QueryResultRow } from 'pg'
import { isConflict, isNameRefusal, type Lending, type Run, refuseConflict, withConnection } from './connection.ts'

/**
 * Runs one statement: `` await sql<Row>`select … where id = ${id}` ``. Values become parameters; only `sqlText` becomes part of
 * the text. Each text is a named prepared statement, planned once per connection. Row types are asserted: tests on a real
 * database verify them.
 */
export type Sql = <Row extends QueryResultRow = QueryResultRow>(
  text: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Row[]>

export type SqlPool = Sql & {
  /** Retried once on a conflict, so `work` must have no effects besides SQL. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/** A function that takes it cannot be called outside a transaction, nor begin another. */
export type Transaction = Sql & { readonly isTransaction: true }

export type SqlText = { readonly [written]: string }

const written: unique symbol = Symbol('written')

/** `` sqlText`core.sessions` ``: text of our own code, with no place for a value. */
export function sqlText([text = '']: TemplateStringsArray): SqlText {
  return { [written]: text }
}

type Named = {
  readonly name: string
  readonly text: string
  readonly texts: readonly (SqlText | undefined)[]
}

const statements = new WeakMap<TemplateStringsArray, Named>()

export function createSql(pool: Pool, lending: Lending = {}): SqlPool {
  let namesWork = true
  const lend = <Result>(work: (run: Run) => Promise<Result>): Promise<Result> =>
    withConnection(pool, lending, async (run) => {
      const runNamed: Run = ({ name, text, values }) =>
        run({ ...(namesWork && name !== undefined && { name }), text, ...(values && { values }) })
      try {
        return await work(runNamed)
      } catch (error) {
        // A transaction-mode pooler may switch to a server connection without these names.
        if (isNameRefusal(error)) namesWork = false
        else if (!isConflict(error)) throw error
        // The server has undone the work.
        return work(runNamed).catch((again: unknown) => refuseConflict(again, lending))
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
    const { rows } = await run<Row>({ name, text, values: values.filter((value) => !isSqlText(value)) })
    return rows
  }
}

/** A commit whose answer was lost is not retried: it may have happened. The caller's retry sees the result. */
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

/** The text depends on embedded `sqlText`, so a cached one holds only while those are equal. */
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

function isSqlText(value: unknown): value is SqlText {
  return typeof value === 'object' && value !== null && written in value
}
