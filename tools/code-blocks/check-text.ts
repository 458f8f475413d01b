import { type ApiDocument, type Operation, operationsOf, type Schema } from '@countersign/testing'
import { type CommandDescription, describeCommands } from 'countersign'
import { readText } from '../files.ts'

const COMMANDS = describeCommands()
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(readText('package.json'))
const { packages: locked }: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(
  readText('package-lock.json'),
)
/** Common programs, and those of other languages. */
const SHELL = '. cat cd cp curl echo export mkdir set tail touch'.split(' ')
const LANGUAGES = 'apt-get composer go java mvn node npx php pip python python3 ruby'.split(' ')
const OTHERS = [...SHELL, ...LANGUAGES]
/** The script of `create-next-app` and `create vite`. */
const APP_SCRIPT = 'dev'
/** Hono's adapter for Node; tests run without it. */
const SERVER_OF_HONO = '@hono/node-server'

/** Problems of a block's command lines: unknown commands, options and packages. */
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

/** Lines with `--help` or `…` may be incomplete. */
function missingOptions({ name, options }: CommandDescription, given: readonly string[]): readonly string[] {
  if (given.includes('--help')) return []
  const missing = options.filter(({ isRequired, long }) => isRequired && !given.includes(long))
  return missing.map(({ long }) => `"countersign ${name}" needs ${long}`)
}

/** Ours, or used in this repository. */
function checkPackage(word: string): readonly string[] {
  if (word.startsWith('-') || word.endsWith('.tgz')) return []
  return `node_modules/${word}` in locked || word === SERVER_OF_HONO
    ? []
    : [`"${word}" is not a package that is used here`]
}

/** The words of each command; quotes make one word, comments and here-documents are skipped. */
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

const DOCUMENTS = ['provider', 'core'].map((name): ApiDocument => JSON.parse(readText(`docs/openapi/${name}.json`)))

/** Problems of HTTP requests, separated by empty lines: unknown addresses, methods and fields. */
export function checkExchange(code: string): readonly string[] {
  return code.split(/\n\n(?=[A-Z]+ \/)/).flatMap((request) => {
    const [, method = '', path = '', query = ''] =
      /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?(\S*))?/.exec(request) ?? []
    const operation = findOperation(method, path)
    if (!operation) return [`there is no ${method} ${path}`]
    const body = /\n\n(.*)$/s.exec(request)?.[1] ?? ''
    const fields = body.trimStart().startsWith('{')
      ? Object.keys(JSON.parse(body))
      : fieldsOf(`${query}&${body.replaceAll(/\s/g, '')}`)
    const known = knownFields(operation)
    return fields.filter((field) => !known.has(field)).map((field) => `${method} ${path} takes no "${field}"`)
  })
}

function fieldsOf(form: string): readonly string[] {
  return [...new URLSearchParams(form).keys()].filter(Boolean)
}

function findOperation(method: string, path: string): Operation | undefined {
  return DOCUMENTS.flatMap(operationsOf).find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`).test(path),
  )
}

function knownFields({ parameters = [], requestBody }: Operation): ReadonlySet<string> {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  return new Set([
    ...parameters.map(({ name }) => name),
    ...schemas.flatMap((schema) => Object.keys(resolve(schema)?.properties ?? {})),
  ])
}

function resolve(schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? schema : DOCUMENTS.map(({ components }) => components.schemas[name]).find(Boolean)
}
