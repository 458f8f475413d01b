import { OAuthError } from '@countersign/service/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The parameters of an OAuth request. A parameter without a value counts as left out (RFC 6749 §3.1). */
export type Parameters = {
  readonly values: Readonly<Record<string, string>>
  /** Names that came more than once, which the specification forbids; each endpoint says when it refuses them. */
  readonly repeated: readonly string[]
  /** Each `resource`, which alone may come more than once (RFC 8707 §2). */
  readonly resources: readonly string[]
}

/** More than any request of OAuth, OpenID Connect and their extensions has; whoever sends more is no app. */
const MAXIMUM_PARAMETERS = 64

const RESOURCE = 'resource'

/** Of a request without a body. */
export const NO_PARAMETERS: Parameters = { values: {}, repeated: [], resources: [] }

/** What a route has whose scope reads parameters from the body. */
export type Posted = { Body: Parameters | undefined }

/**
 * The parameters, where each may come once (RFC 6749 §3.1).
 * @throws `invalid_request`
 */
export function readOnce({ values, repeated }: Parameters = NO_PARAMETERS): Parameters['values'] {
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
  return values
}

/**
 * Reads `application/x-www-form-urlencoded` text: a query string without its `?`, or a body.
 * @throws `invalid_request` for more parameters than anybody needs
 */
export function parseForm(text: string): Parameters {
  const pairs = [...new URLSearchParams(text)]
  const parameters = toParameters(
    pairs,
    pairs.map(([name]) => name),
  )
  // Of two keys of a JSON object only the last is left, so only here several are what was sent.
  return { ...parameters, repeated: parameters.repeated.filter((name) => name !== RESOURCE) }
}

/**
 * Reads a flat JSON object of strings.
 * @throws `invalid_request` for anything else, and for more than anybody needs
 */
export function parseJson(text: string): Parameters {
  const object = parseObject(text)
  const pairs = Object.entries(object).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  if (pairs.length < Object.keys(object).length)
    throw new OAuthError('invalid_request', 'Every parameter must be a string.')
  return toParameters(pairs, keysOf(text))
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Falls through to the same refusal: the parser's message would quote the body.
  }
  throw new OAuthError('invalid_request', 'The body is not a JSON object.')
}

/** Every key of a flat JSON object, duplicates too: `JSON.parse` keeps only the last of them. */
function keysOf(text: string): string[] {
  return [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)]
    .filter(([, , colon]) => colon !== undefined)
    .map(([, key]) => String(JSON.parse(key ?? '""')))
}

function toParameters(pairs: readonly (readonly [string, string])[], names: readonly string[]): Parameters {
  if (names.length > MAXIMUM_PARAMETERS)
    throw new OAuthError('invalid_request', `A request has at most ${MAXIMUM_PARAMETERS} parameters.`)
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  const values = Object.fromEntries(pairs.filter(([, value]) => value !== ''))
  const resources = new Set(
    pairs.filter(([name, value]) => name === RESOURCE && value !== '').map(([, value]) => value),
  )
  return {
    values: Object.assign(Object.create(null), values),
    repeated: [...repeated],
    resources: [...resources],
  }
}

const PARSERS = [
  ['application/x-www-form-urlencoded', parseForm],
  ['application/json', parseJson],
] as const

/** Lets a route scope take its parameters as a form or as JSON; any other content type is answered 415. */
export function acceptFormAndJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const [type, parse] of PARSERS) {
    app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => parse(body))
  }
}
