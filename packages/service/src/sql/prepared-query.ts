import type { Connection, PoolClient, QueryResult } from 'pg'
import { serialize } from 'pg-protocol'
import { COLUMN_VALUES } from './column-values.ts'
import { literalOf } from './parameter.ts'

export type PreparedStatement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Milliseconds; unlimited by default. */
  readonly query_timeout?: number
}

type Column = { readonly name: string; readonly read: (text: string) => unknown }
type Columns = readonly Column[]

/** Asserted by the caller: tests on a real database verify it. */
type Row = QueryResult['rows'][number]

/** The columns of each statement that a connection has prepared, by its name. */
const preparedOn = new WeakMap<Connection, Map<string, Columns>>()

const DESCRIBE = serialize.describe({ type: 'P', name: '' })
const EXECUTE_AND_SYNC = Buffer.concat([serialize.execute(), serialize.sync()])

/**
 * Runs a prepared statement in one write, and describes its rows once a connection. `pg` itself writes each message and has
 * the rows described each time (ADR 3).
 * @throws Error `Query read timeout`, what the server refuses, and for a value that cannot be written, before anything is sent
 */
export function runPrepared(
  client: PoolClient,
  { name, text, values, query_timeout }: PreparedStatement,
): Promise<{ rows: Row[] }> {
  return new Promise((resolve, reject) => {
    const parameters = values.map(literalOf)
    const rows: Row[] = []
    let prepared: Map<string, Columns> | undefined
    let columns: Columns = []
    let failure: unknown
    client.query({
      text,
      values: parameters,
      query_timeout,
      submit(connection: Connection) {
        prepared = preparedFor(connection)
        const known = prepared.get(name)
        columns = known ?? []
        const bound = serialize.bind({ statement: name, values: parameters })
        const messages = known ? [bound] : [...preparing(name, text), bound, DESCRIBE]
        connection.stream.write(Buffer.concat([...messages, EXECUTE_AND_SYNC]))
      },
      handleRowDescription({ fields }: { readonly fields: readonly { name: string; dataTypeID: number }[] }) {
        columns = fields.map((field) => ({ name: field.name, read: COLUMN_VALUES.getTypeParser(field.dataTypeID) }))
      },
      handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
        try {
          rows.push(readRow(columns, fields))
        } catch (error) {
          failure = error
        }
      },
      handleCommandComplete() {
        prepared?.set(name, columns)
      },
      handleReadyForQuery() {
        if (failure === undefined) this.callback()
        else this.handleError(failure)
      },
      handleError(error: unknown) {
        prepared?.delete(name)
        this.callback(error)
      },
      // `pg` wraps it to stop the clock.
      callback(error?: unknown) {
        if (error) reject(error)
        else resolve({ rows })
      },
    })
  })
}

/** Closed first: behind a pooler the name may be there already. */
function preparing(name: string, text: string): Buffer[] {
  return [serialize.close({ type: 'S', name }), serialize.parse({ name, text })]
}

function preparedFor(connection: Connection): Map<string, Columns> {
  const known = preparedOn.get(connection) ?? new Map<string, Columns>()
  preparedOn.set(connection, known)
  return known
}

function readRow(columns: Columns, fields: readonly (string | null)[]): Row {
  if (fields.length !== columns.length) throw new Error('The columns of a prepared statement have changed.')
  const row: Row = {}
  let index = 0
  for (const { name, read } of columns) {
    const text = fields[index++] ?? null
    row[name] = text === null ? null : read(text)
  }
  return row
}
