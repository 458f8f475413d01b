import type { Database, SqlPool } from '@countersign/service/sql'

export const DATABASE_FAULT = 'column password_hash does not exist'

/** A database that works until it is broken; from then on it fails as only a bug makes it fail. */
export function breakable(database: Database): { readonly database: Database; readonly break: () => void } {
  let isBroken = false
  const check = (): void => {
    if (isBroken) throw new Error(DATABASE_FAULT)
  }
  const run = async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> => {
    check()
    return database.sql<Row & Record<string, unknown>>(text, ...values)
  }
  const transaction: SqlPool['transaction'] = async (work) => {
    check()
    return database.sql.transaction(work)
  }
  const breakIt = (): void => {
    isBroken = true
  }
  return { database: { ...database, sql: Object.assign(run, { transaction }) }, break: breakIt }
}
