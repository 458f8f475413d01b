import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'

const CONSENT = 'https://consent.example'
const core = startBeforeAll(() => startCore())

test('CORS: the consent client at its own origin passes preflight, and reads answers and refusals', async () => {
  const headers = { origin: CONSENT }
  const asked = await core.app.inject({ method: 'OPTIONS', url: '/api/vault/commits/', headers })
  expect(asked.statusCode).toBe(204)
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': CONSENT,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type, dpop, if-match, if-none-match',
  })
  const refused = await core.app.inject({ url: '/api/vault/', headers })
  expect(refused.statusCode).toBe(401)
  expect(refused.headers).toMatchObject({
    'access-control-allow-origin': CONSENT,
    'access-control-expose-headers': 'date, etag, retry-after',
    vary: 'origin',
  })
})

test.each(['https://evil.example', 'https://consent.example.evil.example', 'http://consent.example', 'null'])(
  'a page of %s reads nothing',
  async (origin) => {
    for (const method of ['OPTIONS', 'GET'] as const) {
      const response = await core.app.inject({ method, url: '/api/vault/', headers: { origin } })
      expect(response.headers).not.toHaveProperty('access-control-allow-origin')
    }
  },
)

test('CORS: every origin reads the OpenAPI document', async () => {
  for (const method of ['OPTIONS', 'GET'] as const) {
    const { headers } = await core.app.inject({ method, url: '/openapi/core.json', headers: { origin: CONSENT } })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['vary']).toBeUndefined()
    expect(headers['cache-control']).not.toBe('no-store')
  }
})
