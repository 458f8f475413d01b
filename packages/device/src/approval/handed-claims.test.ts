import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashHandedClaims } from './log-entry.ts'

const REQUEST = { auth_request_id: 'a', user_id: 'u', audience: 'app' }
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

test('plain claims are hashed as canonical JSON, whatever order they come in', async () => {
  const claims = { name: 'Zoë "Z"', '10': 'ten', email: 'zoe@example.org', '9': 'nine' }
  const text = '{"10":"ten","9":"nine","email":"zoe@example.org","name":"Zoë \\"Z\\""}'
  expect(await hashHandedClaims({ ...REQUEST, claims })).toBe(hashOf(text))
  const reordered = Object.fromEntries(Object.entries(claims).toReversed())
  expect(await hashHandedClaims({ ...REQUEST, claims: reordered })).toBe(hashOf(text))
})

test('sealed claims are hashed as they are', async () => {
  const sealed = { ...REQUEST, claim_names: ['email'], claims_jwe: 'a.b.c.d.e' }
  expect(await hashHandedClaims(sealed)).toBe(hashOf('a.b.c.d.e'))
})
