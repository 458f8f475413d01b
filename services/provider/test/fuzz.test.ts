import { fuzzSeed, startBeforeAll } from '@countersign/testing'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_TOKEN, ISSUER, REDIRECT_URI, SERVICE_TOKEN, startProvider } from './started-provider.ts'

const REQUESTS = 4_000
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const CONTENT_TYPES = ['application/x-www-form-urlencoded', 'application/json', 'text/plain', 'application/xml', '']

const PARAMETERS = [
  'client_id client_secret redirect_uri response_type response_mode scope state nonce prompt max_age',
  'login_hint code_challenge code_challenge_method request_uri request dpop_jkt grant_type code',
  'code_verifier refresh_token token token_type_hint client_assertion client_assertion_type',
  'access_token auth_request_id user_id approved_scopes data_token grant_id all cursor limit event',
  'name client_name description redirect_uris scopes jwks logo_uri token_endpoint_auth_method',
  'expires_in',
].flatMap((line) => line.split(' '))

const ANY_ID = '3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f'
/** Asked more often: their answers about a token are worth most. */
const OF_TOKENS = ['/oauth/userinfo', '/oauth/revoke', '/oauth/introspect']
/** Every documented endpoint, and one with a control character in its path. */
let endpoints: readonly string[]

const REDIRECTING = ['/oauth/authorize', '/oauth/logout', '/oauth/return']
const ALLOWED_ORIGINS = [new URL(ISSUER).origin, new URL(REDIRECT_URI).origin]

const provider = startBeforeAll(() => startProvider('postgresql', undefined, { dynamicRegistration: 'open' }))
let known: readonly string[]

beforeAll(async () => {
  const document: { paths: object } = (await provider.app.inject('/openapi/provider.json')).json()
  const documented = Object.keys(document.paths).map((path) => path.replace(/\{.*?\}/g, ANY_ID))
  endpoints = [...documented, '/api/admin/clients/%00/secrets/', ...OF_TOKENS, ...OF_TOKENS, ...OF_TOKENS]
  const { client_id, client_secret = '' } = provider.client
  const code = await provider.obtainCode()
  const { access_token, refresh_token, data_token } = await provider.obtainTokens()
  const id = await provider.startRequest()
  const tokens = [client_id, client_secret, code, access_token, refresh_token, data_token, id, SERVICE_TOKEN]
  known = tokens.concat(
    ['https://app.example/callback', 'code', 'openid email', 'S256', 'authorization_code', 'refresh_token', 'none'],
    ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer', 'eyJhbGciOiJub25lIn0.e30.', '{}', '[]', 'null', '-1'],
  )
})

/** A value that is nearly right, or anything at all. */
function anyValue(): fc.Arbitrary<string> {
  const nearlyRight = fc
    .tuple(
      fc.constantFrom(...known),
      fc.nat(200),
      fc.constantFrom(0, 1, 5),
      fc.string({ unit: 'binary', maxLength: 3 }),
    )
    .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed))
  const huge = fc.constantFrom('x', '%', '"', '\u0000', '😀').map((character) => character.repeat(5_000))
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 5, arbitrary: nearlyRight },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: huge },
  )
}

function anyRequest() {
  const pair = fc.tuple(fc.constantFrom(...PARAMETERS, '__proto__', 'constructor', ''), anyValue())
  return fc.record({
    method: fc.constantFrom(...METHODS),
    endpoint: fc.constantFrom(...endpoints),
    query: few(pair),
    body: few(pair),
    raw: fc.option(anyValue(), { freq: 8, nil: undefined }),
    contentType: fc.constantFrom(...CONTENT_TYPES),
    withServiceToken: fc.boolean(),
    withAdminToken: fc.boolean(),
    header: fc.option(
      fc.tuple(
        fc.constantFrom('authorization', 'dpop', 'accept', 'host', 'x-forwarded-for'),
        fc.tuple(fc.constantFrom('', 'Bearer ', 'DPoP ', 'Basic '), anyValue()).map((parts) => parts.join('')),
      ),
    ),
  })
}

/** Mostly a few; sometimes very many, with repeats. */
function few<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(value, { maxLength: 10 }) },
    { weight: 1, arbitrary: fc.array(value, { minLength: 18, maxLength: 80, size: 'max' }) },
  )
}

type AnyRequest = ReturnType<typeof anyRequest> extends fc.Arbitrary<infer Request> ? Request : never

/** Text valid in a header: Node refuses to send anything else. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7E]/g, '?').slice(0, 4_000)
}

async function send(request: AnyRequest) {
  const { method, endpoint, query, body, raw, contentType, withServiceToken, withAdminToken, header } = request
  const encode = contentType === 'application/json' ? jsonOf : formOf
  const headers: Record<string, string> = {
    ...(contentType && { 'content-type': contentType }),
    ...(withServiceToken && { 'x-service-token': SERVICE_TOKEN }),
    ...(withAdminToken && endpoint.startsWith('/api/admin') && { authorization: `Bearer ${ADMIN_TOKEN}` }),
    ...(header && { [header[0]]: headerText(header[1]) }),
  }
  const payload = method === 'GET' || method === 'OPTIONS' ? {} : { payload: raw ?? encode(body) }
  return provider.app.inject({ method, url: `${endpoint}?${formOf(query)}`, headers, ...payload })
}

function formOf(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
}

/** By hand, because an object cannot repeat a key. */
function jsonOf(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
}

/** Why the endpoint must not give this answer; undefined if it may. */
function findViolation(endpoint: string, { statusCode, headers, body }: LightMyRequestResponse): string | undefined {
  if (statusCode >= 500) return 'a server error'
  if (statusCode === 405 && !headers.allow) return '405 without Allow'
  if (statusCode === 429 && !headers['retry-after']) return '429 without Retry-After'
  if (statusCode === 302 || statusCode === 303) {
    const { origin } = new URL(headers.location ?? '')
    return REDIRECTING.includes(endpoint) && ALLOWED_ORIGINS.includes(origin) ? undefined : 'a redirect elsewhere'
  }
  if (statusCode < 400 || body === '') return undefined
  const fields = Object.keys(JSON.parse(body)).toSorted().join()
  const isOAuth = endpoint.startsWith('/oauth/') && !endpoint.endsWith('/logo')
  return fields === (isOAuth ? 'error,error_description' : 'code,error') ? undefined : 'no shape'
}

test(`${REQUESTS} mutated requests get a lawful answer each, and never a server error`, async () => {
  const property = fc.asyncProperty(anyRequest(), async (request) => {
    const response = await send(request)
    expect(findViolation(request.endpoint, response), response.body).toBeUndefined()
  })
  await fc.assert(property, { numRuns: REQUESTS, ...fuzzSeed() })
  expect(provider.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  expect((await provider.exchange(await provider.obtainCode())).statusCode).toBe(200)
}, 120_000)
