import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandDescription, describeCommands } from 'countersign'

const ROOT = join(import.meta.dirname, '..', '..')
const COMMANDS = describeCommands()
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = readJson('package.json')
const { packages: locked }: { readonly packages: Readonly<Record<string, unknown>> } = readJson('package-lock.json')
/** Programs that everybody has, and those of other languages. */
const OTHERS = 'cat cd cp curl echo export go java mkdir mvn node npx pip python3 set tail touch'.split(' ')
/** What `create-next-app` and `create vite` put into an app's own package.json. */
const APP_SCRIPT = 'dev'
/** Hono's own, which stands between it and Node; the adapter is tested without. */
const SERVER_OF_HONO = '@hono/node-server'

/** What is wrong with the command lines of a block: a command, an option or a package that is none. */
export function checkCommands(code: string): readonly string[] {
  return splitCommands(code).flatMap(checkCommand)
}

function checkCommand(words: readonly string[]): readonly string[] {
  const rest = words.slice(words.findIndex((word) => !/^\w+=/.test(word)))
  const line = rest.join(' ')
  const ours = /^(?:npx |npm run )?countersign(?: --)? ?(?<typed>.*)$/.exec(line)?.groups?.['typed']
  if (ours !== undefined) return checkOurs(ours.split(' '))
  const script = /^npm (?:run )?(?!init|install|pkg|ci|create)([\w:-]+)/.exec(line)?.[1]
  if (script !== undefined) return script in scripts || script === APP_SCRIPT ? [] : [`there is no script "${script}"`]
  if (line.startsWith('npm install')) return rest.slice(2).flatMap(checkPackage)
  return line.startsWith('npm ') || OTHERS.includes(rest[0] ?? '')
    ? []
    : [`"${rest[0]}" is not a program that is known`]
}

function checkOurs(typed: readonly string[]): readonly string[] {
  if (typed[0] === '--help' || typed[0] === '') return []
  const command = COMMANDS.find(({ name }) => `${typed.join(' ')} `.startsWith(`${name} `))
  if (!command) return [`there is no command "countersign ${typed.slice(0, 2).join(' ')}"`]
  const given = typed.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? '')
  return [...unknownOptions(command, given), ...missingOptions(command, given)]
}

function unknownOptions({ name, options }: CommandDescription, given: readonly string[]): readonly string[] {
  const known = new Set(['--help', ...options.map(({ long }) => long)])
  return given.filter((option) => !known.has(option)).map((option) => `"countersign ${name}" has no ${option}`)
}

/** A line that asks for help, or leaves the rest to the reader (`…`), need not be whole. */
function missingOptions({ name, options }: CommandDescription, given: readonly string[]): readonly string[] {
  if (given.includes('--help')) return []
  const missing = options.filter(({ isRequired, long }) => isRequired && !given.includes(long))
  return missing.map(({ long }) => `"countersign ${name}" needs ${long}`)
}

/** A package of ours, or one that this repository uses itself. */
function checkPackage(word: string): readonly string[] {
  if (word.startsWith('-') || word.endsWith('.tgz')) return []
  return `node_modules/${word}` in locked || word === SERVER_OF_HONO
    ? []
    : [`"${word}" is not a package that is used here`]
}

/** The words of each command. What stands in quotes is one word, a comment none, and a here-document is left out. */
function splitCommands(code: string): readonly (readonly string[])[] {
  const lines = code
    .replaceAll(/<<-? ?'?(\w+)'?[^\n]*\n.*?^\s*\1$/gms, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  return lines.flatMap(splitLine)
}

function splitLine(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  for (const [word] of line.replace(/(?:^|\s)#.*$/, '').matchAll(/&&|[|;&]|(?:[^\s'"|;&]|'[^']*'|"[^"]*")+/g)) {
    if (/^(?:&&|[|;&])$/.test(word)) commands.push([])
    else commands.at(-1)?.push(word.replaceAll(/^['"]|['"]$/g, ''))
  }
  return commands.filter((words) => words.length > 0)
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
