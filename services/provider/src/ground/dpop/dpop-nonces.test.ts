import { expect, test } from 'vitest'
import { createDpopNonces } from './dpop-nonces.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000)

test('a nonce that one process hands out is valid at another that shares the secret (RFC 9449 §8)', () => {
  expect(createDpopNonces(['secret']).isValid(createDpopNonces(['secret']).current(NOW), NOW)).toBe(true)
  expect(createDpopNonces(['other']).isValid(createDpopNonces(['secret']).current(NOW), NOW)).toBe(false)
})

test('a nonce lives for at least five minutes and for no more than ten', () => {
  const nonces = createDpopNonces(['secret'])
  for (const begun of [0, 1, 2.5, 4.9]) {
    const nonce = nonces.current(minutes(begun))
    expect(nonces.isValid(nonce, minutes(begun + 5))).toBe(true)
    expect(nonces.isValid(nonce, minutes(begun + 10))).toBe(false)
  }
})

test('while the secret is being replaced, processes that are ahead and behind accept each other', () => {
  const behind = createDpopNonces(['old', 'new'])
  const ahead = createDpopNonces(['new', 'old'])
  expect(ahead.isValid(behind.current(NOW), NOW)).toBe(true)
  expect(behind.isValid(ahead.current(NOW), NOW)).toBe(true)
})

test('a process whose clock is a little behind accepts the nonce of one that is ahead', () => {
  const nonces = createDpopNonces(['secret'])
  expect(nonces.isValid(nonces.current(minutes(5)), minutes(4.9))).toBe(true)
})

test.each(['', 'x', 'A'.repeat(43)])('%j is no nonce', (nonce) => {
  expect(createDpopNonces(['secret']).isValid(nonce, NOW)).toBe(false)
})
