import { fuzzSeed, startBeforeAll } from '@countersign/testing'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))
let tokens: { access_token: string; refresh_token: string }

beforeAll(async () => {
  tokens = await provider.obtainTokens()
})

const FORM = 'application/x-www-form-urlencoded'
const CONTENT_TYPES = [FORM, 'application/json', `${FORM};charset=utf-8`, 'text/plain', '']
// Valid in an HTTP header (RFC 9110 §5.5): anything else never reaches a route.
const headerText = fc.string({ unit: fc.constantFrom(...Array.from(' \t,;=:"%-._~+/AZaz09\u00e9ÿ')), maxLength: 60 })
const body = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json(), fc.webQueryParameters())

/** A request that is right but for one place. */
const mutated = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS'),
  url: fc.constantFrom('/oauth/userinfo', '/oauth/revoke', '/oauth/introspect'),
  query: fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
  ),
  authorization: fc.oneof(
    headerText,
    fc.tuple(fc.constantFrom('Bearer', 'bearer', 'DPoP', 'Basic'), headerText).map((parts) => parts.join(' ')),
  ),
  type: fc.constantFrom(...CONTENT_TYPES),
  isOurClient: fc.boolean(),
  payload: fc.oneof(
    body,
    body.map((text) => `token=${text}&client_id=${text}`),
    body.map((text) => `access_token=${text}`),
  ),
})

test('whatever comes to userinfo, revocation and introspection, the answer is a refusal in the form of OAuth, never a bug', async () => {
  await fc.assert(
    fc.asyncProperty(mutated, async ({ method, url, query, authorization, type, payload, isOurClient }) => {
      const { client_id, client_secret } = provider.client
      const headers = { ...(!isOurClient && { authorization }), ...(type !== '' && { 'content-type': type }) }
      const text = isOurClient ? `client_id=${client_id}&client_secret=${client_secret}&token=${payload}` : payload
      const withBody = method === 'GET' || method === 'OPTIONS' ? {} : { payload: text }
      const response = await provider.app.inject({ method, url: url + query, headers, ...withBody })
      expect(response.statusCode).toBeLessThan(500)
      const isRefusal = response.statusCode >= 400 && response.body !== ''
      const answer = isRefusal ? Object.keys(response.json()) : ['error', 'error_description']
      expect(answer).toEqual(['error', 'error_description'])
    }),
    { numRuns: 1500, ...fuzzSeed() },
  )
  expect((await provider.introspect(tokens.access_token)).json()).toMatchObject({ active: true })
  expect((await provider.refresh(tokens.refresh_token)).statusCode).toBe(200)
}, 120_000)
