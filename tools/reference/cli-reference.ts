import { type CommandDescription, describeCommands, type OptionDescription } from 'countersign'

const HEAD = `# Commands

<!-- written by tools/docs.ts -->

\`countersign\` is one program for everything. [How to have it](../guides/run/README.md#the-command), and what \`--help\` says of each command:
`

/** docs/reference/cli.md, from the program's own descriptions. */
export function writeCliReference(): string {
  const commands = describeCommands()
  const index = writeTable(
    ['Command', 'Does'],
    commands.map(({ name, description }) => [
      `[\`${name}\`](#countersign-${name.replaceAll(' ', '-')})`,
      asText(description),
    ]),
  )
  return [HEAD, index, ...commands.map(writeCommand)].join('\n')
}

function writeCommand({ name, description, usage, options, addition }: CommandDescription): string {
  const parts = [
    `## countersign ${name}`,
    `\`countersign ${name} ${usage}\`: ${asText(description)}`,
    writeTable(['Option', 'Means'], options.map(writeOption)).trimEnd(),
    addition && `\`\`\`text\n${addition}\n\`\`\``,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function writeOption({ flags, description, isRequired }: OptionDescription): readonly string[] {
  return [`\`${flags}\`${isRequired ? ' (required)' : ''}`, asText(description)]
}

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
