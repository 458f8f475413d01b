/** A Markdown table, or an empty text without rows. Escapes cells. */
export function writeTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const escaped = rows.map((cells) => line(cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))))
  return `${line(titles)}|${'---|'.repeat(titles.length)}\n${escaped.join('')}`
}

/** Escapes tags and expressions. */
export function asText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')
}
