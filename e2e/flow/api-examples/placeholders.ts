import { createHash } from 'node:crypto'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

const EXAMPLE_TIME = '2026-11-27T12:00:00.000Z'
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Characters of base64url that are no words in lower case. */
const RANDOM = /(?<![\w$-])(?![\da-f]{8}-[\da-f]{4}-|[A-Z_]+(?![\w-]))(?=[\w-]*[A-Z\d])[\w-]{16,}=*/g
/** Fields whose values later requests repeat. */
const REPEATED = /(?:^|_)(?:token|secret|code|challenge|verifier|request|kid|cursor)$|_(?:id|uri)$/

/** Fields that tell of the machine that runs the test. */
const OF_THE_MACHINE: Readonly<Record<string, Json>> = {
  clock_offset_seconds: 0,
  count: 12,
  failed: 0,
  node: '24.21.0',
  p50_milliseconds: 2.5,
  p95_milliseconds: 10,
  p99_milliseconds: 25,
  version: '…',
}

/** Lists in the order of random identifiers. */
const UNORDERED = new Set(['items', 'methods', 'put', 'unlock'])

/** Replaces values that differ from run to run, and remembers names for those that a later request repeats. */
export function createPlaceholders(addresses: Readonly<Record<string, string>>) {
  /** Name by value, as `client_id` of an identifier. */
  const names = new Map<string, string>()

  function withoutAddresses(text: string): string {
    return Object.entries(addresses).reduce(
      (rest, [address, example]) =>
        rest.replaceAll(address, example).replaceAll(encodeURIComponent(address), encodeURIComponent(example)),
      text,
    )
  }

  function hide(text: string): string {
    return withoutAddresses(text)
      .replaceAll(/\beyJ[\w-]+(?:(?:\.[\w-]*){2,4}|…)/g, 'eyJ…')
      .replaceAll(/\b(cs_[a-z]+_)(?:[\w.-]{20,}|[\w-]{6}…)/g, '$1…')
      .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, EXAMPLE_TIME)
      .replaceAll(/\b\d{4}-\d\d-\d\d\b(?!T)/g, EXAMPLE_TIME.slice(0, 10))
      .replaceAll(/\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/g, 'WDJB-MJHT')
      .replaceAll(UUID, (id) => exampleId(names.get(id) ?? 'id'))
      .replaceAll(RANDOM, '…')
  }

  /** A request's text, with `$CLIENT_ID` for a value of an earlier answer. */
  function nameValues(text: string): string {
    const known = names.get(text)
    return known ? `$${known.toUpperCase()}` : hide(replaceNames(text))
  }

  /** Learns the varying texts of an answer by their field. */
  function learnFrom(value: Json): void {
    if (Array.isArray(value)) return value.forEach((each: Json) => learnFrom(each))
    if (typeof value !== 'object' || value === null) return
    for (const [name, field] of Object.entries(value)) {
      if (typeof field !== 'string') learnFrom(field)
      else if (REPEATED.test(name) && hide(field) !== field && !names.has(field)) names.set(field, name)
    }
  }

  function replaceNames(text: string): string {
    return text.replaceAll(/[^ /:"]+/g, (part) => {
      const name = names.get(part)
      return name === undefined ? part : `$${name.toUpperCase()}`
    })
  }

  const learn = (name: string, value: string): void => void names.set(value, name)
  return { learn, learnFrom, hide, nameValues }
}

/** Changes the texts of a body, and the numbers that differ between machines and runs. */
export function mapTexts(value: Json, change: (text: string) => string, name = ''): Json {
  const fixed = OF_THE_MACHINE[name]
  if (fixed !== undefined && typeof fixed === typeof value) return fixed
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return exampleNumber(value, name)
  if (Array.isArray(value)) {
    // The rest depends on the settings of the database.
    const shown: readonly Json[] = name === 'findings' ? value.slice(0, 1) : value
    const changed = shown.map((each) => mapTexts(each, change))
    return UNORDERED.has(name) ? changed.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : changed
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapTexts(field, change, key)]))
}

function exampleNumber(value: number, name: string): number {
  // A second may have passed.
  if (name === 'expires_in') return Math.ceil(value / 10) * 10
  // A version of a data update.
  if (name === 'version') return Date.parse(EXAMPLE_TIME)
  const isTime = Number.isInteger(value) && value > 1_600_000_000 && value < 4_000_000_000
  return isTime ? Date.parse(EXAMPLE_TIME) / 1000 : value
}

/** The same UUID for the same name in every run. */
function exampleId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`, hex.slice(18, 30)].join(
    '-',
  )
}
