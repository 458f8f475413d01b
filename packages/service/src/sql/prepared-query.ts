import { type Connection, type PoolClient, type QueryResult, type QueryResultRow, types } from 'pg'
import { parameterOf } from './parameter.ts'

export type PreparedStatement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

/** What a statement answers: what its rows hold is asserted by whoever wrote it. */
export type Rows<Row extends QueryResultRow = QueryResult['rows'][number]> = Pick<QueryResult<Row>, 'rows'>

declare module 'pg' {
  interface Connection {
    /** Kept by `pg`: the text of each statement that the server has prepared here, by its name. */
    readonly parsedStatements: Readonly<Record<string, string | undefined>>
  }
}

/** Whether it has a name: a text of several statements has none. */
export function isPrepared(statement: object): statement is PreparedStatement {
  return 'name' in statement
}

type Column = { readonly name: string; readonly read: (text: string) => unknown }

/**
 * What the rows of each statement are made of. A server refuses a prepared statement whose columns have changed, but
 * behind a pooler that keeps names it may be another server connection that answers, where they had changed before.
 */
const columnsOf = new WeakMap<Connection, Map<string, readonly Column[]>>()

const NO_COLUMNS: readonly Column[] = []

/**
 * Runs a prepared statement, and prepares it first where this connection does not have it. As `pg` does it by itself, in
 * half of the time: a row is described once a connection and not at each execution, and there is no copy of the statement,
 * no emitter of events and no result but the rows.
 * @throws what the server refuses, or answers with other columns than before, `Query read timeout` when there is no answer in time, and for a value that cannot be
 * written: before anything is sent
 */
export function runPrepared(
  client: PoolClient,
  statement: PreparedStatement,
  timeoutMs: number | undefined,
): Promise<Rows> {
  return new Promise((resolve, reject) => {
    const rows: QueryResultRow[] = []
    const { name, text } = statement
    const parameters = statement.values.map(parameterOf)
    let columns: readonly Column[] | undefined
    let failure: unknown
    client.query({
      name,
      text,
      query_timeout: timeoutMs,
      submit(connection: Connection) {
        columns = columnsOn(connection).get(name)
        send(connection, { name, text, parameters }, columns === undefined)
      },
      handleRowDescription({ fields }: { readonly fields: readonly { name: string; dataTypeID: number }[] }) {
        columns = fields.map((field) => ({ name: field.name, read: types.getTypeParser(field.dataTypeID) }))
      },
      handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
        try {
          rows.push(readRow(columns ?? NO_COLUMNS, fields))
        } catch (error) {
          failure ??= error
        }
      },
      handleCommandComplete(_: unknown, connection: Connection) {
        if (failure === undefined) columnsOn(connection).set(name, columns ?? NO_COLUMNS)
        else columnsOn(connection).delete(name)
      },
      handleReadyForQuery() {
        this.callback(failure)
      },
      handleError(error: unknown) {
        this.callback(error)
      },
      // `pg` puts one in its place that stops the clock.
      callback(error?: unknown) {
        if (error) reject(error)
        else resolve({ rows })
      },
    })
  })
}

function columnsOn(connection: Connection): Map<string, readonly Column[]> {
  const known = columnsOf.get(connection)
  if (known) return known
  const none = new Map<string, readonly Column[]>()
  columnsOf.set(connection, none)
  return none
}

type Sent = { readonly name: string; readonly text: string; readonly parameters: (string | Buffer | null)[] }

/** All of it in one write to the socket; the embedded database has none. */
function send(connection: Connection, { name, text, parameters }: Sent, isToBeDescribed: boolean): void {
  const socket = 'cork' in connection.stream ? connection.stream : undefined
  socket?.cork()
  try {
    if (connection.parsedStatements[name] === undefined) connection.parse({ name, text, types: [] }, true)
    connection.bind({ statement: name, values: parameters }, true)
    if (isToBeDescribed) connection.describe({ type: 'P', name: '' }, true)
    connection.execute({}, true)
    connection.sync()
  } finally {
    socket?.uncork()
  }
}

function readRow(columns: readonly Column[], fields: readonly (string | null)[]): QueryResultRow {
  if (fields.length !== columns.length) throw new Error('The columns of a prepared statement have changed.')
  const row: QueryResultRow = {}
  let index = 0
  for (const { name, read } of columns) {
    const text = fields[index++] ?? null
    row[name] = text === null ? null : read(text)
  }
  return row
}
