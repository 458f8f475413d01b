import { CLIENT_ATTRIBUTE_ROWS, type ClientAttribute, type ClientScope, type PublicJwk } from '@countersign/contracts'
import type { ClientChanges } from '@countersign/provider'
import { isJwk } from '@countersign/service/secrets'
import { type Command, Option } from 'commander'
import { Type } from 'typebox'
import { parseClaimsKey } from './claims-key.ts'
import { CommandError } from './command-error.ts'
import { parseJson, type ReadFile, readTextsBy } from './files.ts'

const SCOPE = /^(?<name>[^:=]+)(?<required>:required)?(?:=(?<reason>.*))?$/s

/** Attributes whose option is not just a word. */
const PARSERS: {
  readonly [Name in keyof ClientChanges]?: (text: string, readFile: ReadFile, sofar: unknown) => unknown
} = {
  scopes: (text, _readFile, sofar) => collect(parseScopeOption(text), sofar),
  texts: (path, readFile) => readTextsBy(readFile)(path),
  jwks: (path, readFile) => parseJwks(path, readFile(path)),
  claimsEncryptionKey: (path, readFile) => parseClaimsKey(path, readFile(path)),
  credentialsRequested: (path, readFile) => parseCredentials(path, readFile(path)),
}

export function addClientOptions(command: Command, readFile: ReadFile, purpose: 'add' | 'update'): Command {
  for (const [name, row] of CLIENT_ATTRIBUTE_ROWS) {
    const option = optionOf(row)
    if (!option) continue
    const parse = PARSERS[name]
    const choices = choicesOf(row.schema)
    if (choices) option.choices(choices)
    else if (parse) option.argParser((text: string, sofar: unknown) => parse(text, readFile, sofar))
    else if (Type.IsArray(row.schema)) option.argParser(collect)
    else if (Type.IsInteger(row.schema)) option.argParser(parseWholeNumber)
    const isNeeded = row.default === undefined && !row.isRemovable
    command.addOption(option.makeOptionMandatory(purpose === 'add' && isNeeded))
    if (row.without && (purpose === 'update' || Type.IsBoolean(row.schema))) {
      command.option(`--no-${option.name()}`, row.without)
    }
  }
  return command
    .addOption(new Option('--plain', 'send it what people share in the open').conflicts('claimsKey'))
    .option('--logo <file>', 'a PNG, JPEG or WebP file', readFile)
}

/** Options as commander parsed them, by name: `--no-…` gives false. */
export type ClientFlags = Readonly<Record<string, unknown>> & { readonly logo?: Buffer; readonly plain?: true }

export function readClientOptions(flags: ClientFlags): ClientChanges {
  const named = CLIENT_ATTRIBUTE_ROWS.flatMap(([name, row]) => {
    const value = flags[optionOf(row)?.attributeName() ?? '']
    return value === undefined ? [] : [[name, value === false ? withoutIt(row) : value]]
  })
  const { logo, plain } = flags
  return { ...Object.fromEntries(named), ...(plain && { claimsEncryptionKey: null }), ...(logo && { logo }) }
}

function optionOf({ flags, text }: ClientAttribute): Option | undefined {
  return flags === undefined ? undefined : new Option(flags, text)
}

function withoutIt({ isRemovable, schema }: ClientAttribute): unknown {
  if (isRemovable) return null
  return Type.IsArray(schema) ? [] : false
}

/** The literals of a union, or of a list of one. */
function choicesOf(schema: unknown): string[] | undefined {
  const words = Type.IsArray(schema) ? schema.items : schema
  return Type.IsUnion(words)
    ? words.anyOf.flatMap((each) => (Type.IsLiteral(each) ? [String(each.const)] : []))
    : undefined
}

export function collect<Value>(value: Value, sofar: unknown = []): readonly Value[] {
  return Array.isArray(sofar) ? [...sofar, value] : [value]
}

/** Reads `name[:required][=reason]`. Any other text becomes the name, so that registration lists the known scopes. */
export function parseScopeOption(text: string): ClientScope {
  const { name = text, required, reason = '' } = SCOPE.exec(text)?.groups ?? {}
  return { name, required: required !== undefined, reason }
}

function parseWholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new CommandError(`${text} is no whole number of at most nine digits.`)
}

function parseCredentials(path: string, content: Buffer): object {
  const value = readJson(path, content)
  if (typeof value === 'object' && value !== null && 'credentials' in value) return value
  throw new CommandError(`${path} must hold a DCQL query: {"credentials": [{"id", "format", "meta", "claims"}]}.`)
}

function parseJwks(path: string, content: Buffer): { readonly keys: readonly PublicJwk[] } {
  const value = readJson(path, content)
  const keys: unknown = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : [value]
  if (Array.isArray(keys) && keys.every(isJwk)) return { keys }
  throw new CommandError(`${path} must hold a JWK or a JWK Set: JSON, with a kty in every key.`)
}

function readJson(path: string, content: Buffer): unknown {
  const value = parseJson(content)
  if (value === undefined) throw new CommandError(`${path} cannot be read. Check its path, and that it is JSON.`)
  return value
}
