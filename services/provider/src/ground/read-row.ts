/** A row with undefined for null. Its type must already say so: row types are asserted, not checked. */
export function readRow<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])) as Row
}
