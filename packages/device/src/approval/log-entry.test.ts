import { createHash } from 'node:crypto'
import { LIMITS, type ReleasedEvent } from '@countersign/vault'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashHandedClaims, withValues } from './log-entry.ts'

const eventOf = (claims: readonly string[]): ReleasedEvent => ({
  type: 'released',
  at: '2026-01-02T03:04:05.000Z',
  device: 'Laptop',
  auth_request_id: '30000000-0000-4000-8000-000000000001',
  app: { client_id: 'app-1', name: 'Example App', host: 'app.example' },
  scopes: ['openid'],
  claims,
  sealed: true,
  claims_sha256: 'ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8',
})
const write = (claims: Readonly<Record<string, string>>) => withValues(eventOf(Object.keys(claims)), claims)
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

test('an entry holds the values, and of those that do not fit the longest by their hash', async () => {
  const [short, long] = ['ann@example.org', 'ä'.repeat(3000)]
  expect(await write({ email: short })).toMatchObject({ values: [short] })
  expect(await write({ picture: long, email: short })).toMatchObject({ values: [{ sha256: sha256(long) }, short] })
})

test('where not even hashes fit, the names stand alone', async () => {
  const claims = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, 'x'.repeat(60)]))
  expect(await write(claims)).not.toHaveProperty('values')
})

test('an entry with values is never larger than one may be', async () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 3000, size: 'max' })
  const claims = fc.dictionary(fc.string({ maxLength: 20 }), texts, { maxKeys: 20 })
  await fc.assert(
    fc.asyncProperty(claims, async (given) => {
      const event = await write(given)
      if (!event.values) return
      // Includes the version and the end mark of the padding.
      expect(Buffer.byteLength(JSON.stringify({ sv: 1, ...event })) + 1).toBeLessThanOrEqual(LIMITS.activityBytes)
      expect(event.values.length).toBe(event.claims.length)
    }),
    { numRuns: 50 },
  )
})

const REQUEST = { auth_request_id: 'a', user_id: 'u', audience: 'app' }

test('plain claims are hashed as canonical JSON, whatever order they come in', async () => {
  const claims = { name: 'Zoë "Z"', '10': 'ten', email: 'zoe@example.org', '9': 'nine' }
  const text = '{"10":"ten","9":"nine","email":"zoe@example.org","name":"Zoë \\"Z\\""}'
  expect(await hashHandedClaims({ ...REQUEST, claims })).toBe(sha256(text))
  const reordered = Object.fromEntries(Object.entries(claims).toReversed())
  expect(await hashHandedClaims({ ...REQUEST, claims: reordered })).toBe(sha256(text))
})

test('sealed claims are hashed as they are', async () => {
  const sealed = { ...REQUEST, claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }
  expect(await hashHandedClaims(sealed)).toBe(sha256('a.b.c.d.e'))
})
