/** Everything that a command says passes here, so that tests can read it. */
export type Output = { readonly print: (text: string) => void }

export const terminal: Output = { print: (text) => void process.stdout.write(`${text}\n`) }

export function formatJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

/** The first row is the head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const format = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => format(row).trimEnd()).join('\n')
}
