import { readFileSync, writeFileSync } from 'node:fs'
import { CommandError } from '../command-error.ts'

const BEGIN = '# countersign dev: written at each start'
const END = '# countersign dev: end'
const BLOCK = new RegExp(`^${BEGIN}\\n[^]*?^${END}\\n`, 'm')

/**
 * Writes variables into a file of `NAME=value`, in place of those that this wrote there before. Every other line stays as
 * it is, and none of them may name the same.
 * @throws CommandError
 */
export function writeEnvFile(file: string, variables: Readonly<Record<string, string | undefined>>): void {
  const others = readOrEmpty(file).replace(BLOCK, '')
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`],
  )
  const double = Object.keys(variables).find((name) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(others))
  if (double !== undefined) {
    throw new CommandError(
      `${file} sets ${double} already. Remove that line, or name another file: --write-env .env.countersign`,
    )
  }
  const separator = others === '' || others.endsWith('\n') ? '' : '\n'
  try {
    writeFileSync(file, `${others}${separator}${[BEGIN, ...lines, END].join('\n')}\n`, { mode: 0o600 })
  } catch (cause) {
    throw new CommandError(`${file} cannot be written. Check that its folder is there and may be written to.`, {
      cause,
    })
  }
}

/** As shells, Node and dotenv read it: what is between single quotes is as it is. */
function quote(value: string): string {
  return /^[\w./:@-]*$/.test(value) ? value : value.includes("'") ? `"${value}"` : `'${value}'`
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw new CommandError(`${file} cannot be read. Name a file that this user may read and write.`, { cause })
  }
}
