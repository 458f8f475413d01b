/** A row with undefined for null. Its type must already say so: row types are asserted, not checked. */
export function readRow<Row extends object>(row: Row): Row {
  const read: { [Name in keyof Row]: Row[Name] | undefined } = { ...row }
  for (const name in read) read[name] ??= undefined
  return read as Row
}

type Answer<Row> = Promise<readonly Row[]>

export async function readRows<Row extends object>(answer: Answer<Row>): Promise<Row[]> {
  return (await answer).map(readRow)
}

export async function findRow<Row extends object>(answer: Answer<Row>): Promise<Row | undefined> {
  const [row] = await answer
  return row && readRow(row)
}

export async function hasRow(answer: Answer<unknown>): Promise<boolean> {
  return (await answer).length > 0
}
