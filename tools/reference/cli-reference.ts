import { type CommandDescription, describeCommands, type OptionDescription } from 'countersign'
import { asText, writeTable } from './table.ts'

const HEAD = `# Commands

<!-- written by tools/reference.ts -->

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
