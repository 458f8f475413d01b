import { OAuthError } from '@countersign/service/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** OAuth parameters. An empty value counts as absent (RFC 6749 §3.1). */
export type Parameters = {
  readonly values: Readonly<Record<string, string>>
  /** Names sent more than once; each endpoint decides when to refuse them. */
  readonly repeated: readonly string[]
  /** `resource` alone may repeat (RFC 8707 §2). */
  readonly resources: readonly string[]
}

const MAXIMUM_PARAMETERS = 64

const RESOURCE = 'resource'

export const NO_PARAMETERS: Parameters = { values: {}, repeated: [], resources: [] }

/** For routes of a scope with `acceptFormAndJson`. */
export type Posted = { Body: Parameters | undefined }

/** @throws `invalid_request` if a parameter came twice (RFC 6749 §3.1) */
export function readOnce({ values, repeated }: Parameters = NO_PARAMETERS): Parameters['values'] {
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
  return values
}

/**
 * A query string without `?`, or a body.
 * @throws `invalid_request` for too many parameters
 */
export function parseForm(text: string): Parameters {
  const pairs = [...new URLSearchParams(text)]
  const names = pairs.map(([name]) => name)
  const parameters = toParameters(pairs, names)
  // JSON keeps only the last of equal keys, so only forms can have several resources.
  return { ...parameters, repeated: parameters.repeated.filter((name) => name !== RESOURCE) }
}

export function parseQuery({ raw }: Pick<FastifyRequest, 'raw'>): Parameters {
  return parseForm(raw.url?.split('?').slice(1).join('?') ?? '')
}

/** @throws `invalid_request` for anything but a flat object of strings, or too many parameters */
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
    // Refused below: the parser's message would quote the body.
  }
  throw new OAuthError('invalid_request', 'The body is not a JSON object.')
}

/** All keys of a flat JSON object, with the duplicates that `JSON.parse` drops. */
function keysOf(text: string): string[] {
  return [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)]
    .filter(([, , colon]) => colon !== undefined)
    .map(([, key]) => String(JSON.parse(key ?? '""')))
}

function toParameters(pairs: readonly (readonly [string, string])[], names: readonly string[]): Parameters {
  if (names.length > MAXIMUM_PARAMETERS)
    throw new OAuthError('invalid_request', `A request has at most ${MAXIMUM_PARAMETERS} parameters.`)
  const seen = new Set(names)
  const repeated = seen.size < names.length ? names.filter((name, index) => names.indexOf(name) < index) : []
  const values: Record<string, string> = Object.create(null)
  const resources = new Set<string>()
  for (const [name, value] of pairs) {
    if (value === '') continue
    values[name] = value
    if (name === RESOURCE) resources.add(value)
  }
  return { values, repeated: [...new Set(repeated)], resources: [...resources] }
}

/** Reads a route scope's parameters as form or JSON; anything else is 415. */
export function acceptFormAndJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const accept = (type: string, parse: (text: string) => Parameters): void => {
    app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => parse(body))
  }
  accept('application/x-www-form-urlencoded', parseForm)
  accept('application/json', parseJson)
}
