import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const MACHINE = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }

export const MEASURED_ON = `Measured on ${MACHINE.cores} cores (${MACHINE.cpu}), Node ${MACHINE.node}, which run the load and the database too.`

/** The first row is the head. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Replaces the text between the marks `<!-- name -->` and `<!-- /name -->` of a file. */
export function writeBlock(file: URL, name: string, text: string): void {
  writeFileSync(file, replaceBlock(readFileSync(file, 'utf8'), name, text))
}

/** @throws if the marks are missing: the figure would go stale */
export function replaceBlock(content: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, rest] = splitAt(content, start)
  const [, after] = splitAt(rest, end)
  return `${before}${start}\n${text}\n${end}${after}`
}

function splitAt(content: string, mark: string): readonly [string, string] {
  const index = content.indexOf(mark)
  if (index < 0) throw new Error(`There is no ${mark}.`)
  return [content.slice(0, index), content.slice(index + mark.length)]
}
