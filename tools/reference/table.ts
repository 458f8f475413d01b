/** A table of Markdown; nothing where it would be empty. What stands in a cell may hold anything. */
export function writeTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const escaped = rows.map((cells) => line(cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' '))))
  return `${line(titles)}|${'---|'.repeat(titles.length)}\n${escaped.join('')}`
}

/** Prose in which an angle bracket or a brace is itself, and not a tag or an expression. */
export function asText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')
}
