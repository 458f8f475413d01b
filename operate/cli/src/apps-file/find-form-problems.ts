import { AppsFile } from '@countersign/contracts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

const { claims, scopes, resource_servers, clients } = AppsFile.properties

/** Its lists, with the schema of an entry and the member that names it. */
const LISTS: Readonly<Record<string, readonly [TSchema, string]>> = {
  claims: [claims.items, 'name'],
  scopes: [scopes.items, 'name'],
  resource_servers: [resource_servers.items, 'resource'],
  clients: [clients.items, 'client_id'],
}

/** In sentences, each with its place. One entry after another: the library stops after a few problems. */
export function findFormProblems(file: unknown): readonly string[] {
  const members = Object.entries(isObject(file) ? file : {})
  const lists = members.filter(([name, value]) => LISTS[name] && Array.isArray(value))
  const rest = isObject(file) ? { ...file, ...Object.fromEntries(lists.map(([name]) => [name, []])) } : file
  const ofEntries = lists.flatMap(([list, value]) => {
    const [schema, naming] = LISTS[list] ?? [AppsFile, '']
    const entries: readonly unknown[] = Array.isArray(value) ? value : []
    return entries.flatMap((entry, index) => {
      const name = isObject(entry) ? new Map(Object.entries(entry)).get(naming) : undefined
      return problemsOf(schema, entry, typeof name === 'string' ? `${list}[${index}] (${name})` : `${list}[${index}]`)
    })
  })
  return [...problemsOf(AppsFile, rest, ''), ...ofEntries]
}

function problemsOf(schema: TSchema, value: unknown, at: string): readonly string[] {
  const byPlace = Map.groupBy(Value.Errors(schema, value), ({ instancePath }) => instancePath)
  return [...byPlace].map(([path, errors]) => {
    const words = errors.flatMap((error) => (error.keyword === 'const' ? [String(error.params.allowedValue)] : []))
    const unknown = errors.flatMap((error) =>
      error.keyword === 'additionalProperties' ? error.params.additionalProperties : [],
    )
    const said = [
      ...(words.length > 0 ? [`must be one of ${words.join(', ')}`] : []),
      ...(unknown.length > 0 ? [`has members that are unknown here: ${unknown.join(', ')}`] : []),
      ...errors.flatMap(({ keyword, message }) => (OWN_WORDS.includes(keyword) ? [] : [message])),
    ]
    return `${[at, path.slice(1).replaceAll('/', '.')].filter(Boolean).join(' ') || 'the file'} ${said.join(', and ')}`
  })
}

const OWN_WORDS: readonly string[] = ['const', 'anyOf', 'additionalProperties']

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
