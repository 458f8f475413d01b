import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOfParameters, openLoginHint, requestIdOf, sealLoginHint } from './request-secrets.ts'

const [SECRET, OTHER] = ['s'.repeat(32), 'o'.repeat(32)]

test('the identifier of a request is a UUID of version 8, the same for the same client and challenge', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (clientId, challenge) => {
      const id = requestIdOf(clientId, challenge, SECRET)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(requestIdOf(clientId, challenge, SECRET)).toBe(id)
    }),
  )
})

test('another client, challenge or secret gives another identifier, and no two of them run together', () => {
  const ids = [
    requestIdOf('client', 'challenge', SECRET),
    requestIdOf('client', 'challenge', OTHER),
    requestIdOf('client2', 'challenge', SECRET),
    requestIdOf('client', 'challenge2', SECRET),
    requestIdOf('clientc', 'hallenge', SECRET),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

test('the digest of the parameters follows from the secret and each parameter, so guesses need the secret', () => {
  const asked = { loginHint: 'ada', state: 's' }
  expect(digestOfParameters(asked, SECRET)).toEqual(digestOfParameters({ ...asked }, SECRET))
  expect(digestOfParameters(asked, SECRET)).not.toEqual(digestOfParameters(asked, OTHER))
  expect(digestOfParameters(asked, SECRET)).not.toEqual(digestOfParameters({ ...asked, loginHint: 'bob' }, SECRET))
})

const HINT = 'ada@example.com, Göteborg'

test('a hint opens under the secret that it was sealed with, also when a new one replaces that', () => {
  expect(openLoginHint(sealLoginHint(HINT, ['old', 'other']), ['new', 'old'])).toBe(HINT)
  expect(sealLoginHint(HINT, ['secret'])).not.toEqual(sealLoginHint(HINT, ['secret']))
})

test('a hint whose secret is gone, or that was tampered with, is lost and breaks nothing', () => {
  const sealed = sealLoginHint(HINT, ['secret'])
  expect(openLoginHint(sealed, ['other'])).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(openLoginHint(sealed, ['secret'])).toBeUndefined()
  expect(openLoginHint(Buffer.alloc(3), ['secret'])).toBeUndefined()
})
