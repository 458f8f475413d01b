import { expect, test } from 'vitest'
import { openLoginHint, sealLoginHint } from './sealed-login-hint.ts'

const HINT = 'ada@example.com, Göteborg'

test('a hint opens under the secret that it was sealed with, and each sealing differs', () => {
  expect(openLoginHint(sealLoginHint(HINT, ['secret']), ['secret'])).toBe(HINT)
  expect(sealLoginHint(HINT, ['secret'])).not.toEqual(sealLoginHint(HINT, ['secret']))
})

test('while the secret is being replaced, what was sealed under the old one still opens', () => {
  expect(openLoginHint(sealLoginHint(HINT, ['old']), ['new', 'old'])).toBe(HINT)
})

test('a hint whose secret is gone, or that was tampered with, is lost and breaks nothing', () => {
  const sealed = sealLoginHint(HINT, ['secret'])
  expect(openLoginHint(sealed, ['other'])).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(openLoginHint(sealed, ['secret'])).toBeUndefined()
  expect(openLoginHint(Buffer.alloc(3), ['secret'])).toBeUndefined()
})
