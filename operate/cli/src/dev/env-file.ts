import { readFileSync, writeFileSync } from 'node:fs'
import { CommandError } from '../command-error.ts'

const BEGIN = '# countersign dev: written at each start'
const END = '# countersign dev: end'
const BLOCK = new RegExp(`^${BEGIN}\\n[^]*?^${END}\\n`, 'm')

/**
 * Writes variables into a `NAME=value` file, replacing the block that this wrote before. Refuses a file that sets one of
 * them elsewhere.
 * @throws CommandError
 */
export function writeEnvFile(file: string, variables: Readonly<Record<string, string | undefined>>): void {
  const others = readOrEmpty(file).replace(BLOCK, '')
  const lines = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoteForEnvFile(name, value)}`],
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

/** Quotes a value so that POSIX shells, `node --env-file` and dotenv read it alike; only shells know escapes. */
export function quoteForEnvFile(name: string, value: string): string {
  if (/^[\w./:@-]*$/.test(value)) return value
  if (!/['\p{Cc}]/u.test(value)) return `'${value}'`
  if (!/["$`\\\p{Cc}]/u.test(value)) return `"${value}"`
  throw new CommandError(
    `${name} holds a control character, or a single quote beside another special character: not every reader of a .env file understands that. Use a folder and an address without them.`,
  )
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return ''
    throw new CommandError(`${file} cannot be read. Name a file that this user may read and write.`, { cause })
  }
}
