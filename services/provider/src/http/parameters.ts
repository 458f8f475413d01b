import { OAuthError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'

/** The parameters of an OAuth request. A parameter without a value counts as left out (RFC 6749 §3.1). */
export type Parameters = {
  readonly values: Readonly<Record<string, string>>
  /** Names that came more than once, which the specification forbids; each endpoint says when it refuses them. */
  readonly repeated: readonly string[]
}

/** Of a request without a body. */
export const NO_PARAMETERS: Parameters = { values: {}, repeated: [] }

/** Reads `application/x-www-form-urlencoded` text: a query string without its `?`, or a body. */
export function parseForm(text: string): Parameters {
  const pairs = [...new URLSearchParams(text)]
  return toParameters(
    pairs.filter(([, value]) => value !== ''),
    namesOf(pairs),
  )
}

/** Reads a flat JSON object of strings. Throws `invalid_request` for anything else. */
export function parseJson(text: string): Parameters {
  const object = parseObject(text)
  const pairs = Object.entries(object).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  if (pairs.length < Object.keys(object).length)
    throw new OAuthError('invalid_request', 'Every parameter must be a string.')
  return toParameters(
    pairs.filter(([, value]) => value !== ''),
    keysOf(text),
  )
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

function namesOf(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.map(([name]) => name)
}

function toParameters(pairs: readonly (readonly [string, string])[], names: readonly string[]): Parameters {
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  return { values: Object.assign(Object.create(null), Object.fromEntries(pairs)), repeated }
}

/** Lets a route scope take its parameters as a form or as JSON; any other content type is answered 415. */
export function acceptFormAndJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(body.toString()))
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(body.toString()))
    } catch (error) {
      done(error instanceof Error ? error : new Error('The body could not be read.'))
    }
  })
}
