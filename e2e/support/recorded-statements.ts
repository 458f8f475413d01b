import { type BindConfig, Connection, type QueryParse } from 'pg'

/** A prepared statement as it was sent to a database. */
export type RecordedStatement = { readonly text: string; readonly values: readonly (string | Buffer | null)[] }

/** Reads along what this process sends to its databases, until it is stopped. */
export function recordStatements() {
  const texts = new WeakMap<Connection, Map<string, string>>()
  const recorded: RecordedStatement[] = []
  const { parse, bind } = Connection.prototype

  Connection.prototype.parse = function (this: Connection, query: QueryParse, more: boolean) {
    const own = texts.get(this) ?? new Map<string, string>()
    texts.set(this, own.set(query.name ?? '', query.text))
    return parse.call(this, query, more)
  }
  Connection.prototype.bind = function (this: Connection, config: BindConfig | null, more: boolean) {
    const { statement = '', values = [], valueMapper = (value: unknown) => value } = config ?? {}
    const text = texts.get(this)?.get(statement)
    if (text !== undefined)
      recorded.push({ text, values: values.map((value, index) => valueMapper(value, index) ?? null) })
    return bind.call(this, config, more)
  }
  return {
    /** What was sent since the last time. */
    take: (): RecordedStatement[] => recorded.splice(0),
    stop: (): void => void Object.assign(Connection.prototype, { parse, bind }),
  }
}
