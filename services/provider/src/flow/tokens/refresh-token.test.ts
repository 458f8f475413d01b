import { randomBytes, randomUUID } from 'node:crypto'
import { newKeyedSecret, newSecret } from '@countersign/service/secrets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstRefreshToken, type RefreshToken, readRefreshToken, successorsOf } from './refresh-token.ts'

const [SECRET, NEXT_SECRET] = [newSecret('cs_cs_'), newSecret('cs_cs_')]
const GRANT_ID = randomUUID()

function follow(token: RefreshToken, times: number): RefreshToken {
  let last = token
  for (let rotation = 0; rotation < times; rotation += 1) last = successorsOf(last, [SECRET])[0] ?? last
  return last
}

test('a token reads as what it was made of, and the same one follows from it each time', () => {
  const first = firstRefreshToken(GRANT_ID, [SECRET])
  const fifth = follow(first, 5)
  expect(fifth).toMatchObject({ grantId: GRANT_ID, rotation: 5, tokenSecret: SECRET, isTagged: true })
  expect(readRefreshToken(fifth.text, [SECRET])).toEqual(fifth)
  expect(follow(first, 5).text).toBe(fifth.text)
  expect(firstRefreshToken(GRANT_ID, [SECRET]).text).not.toBe(first.text)
})

test('10,000 made-up tokens, and every changed character, are not read', () => {
  const { text } = firstRefreshToken(GRANT_ID, [SECRET])
  const head = Buffer.from(text.slice('cs_rt_'.length), 'base64url').subarray(0, 20)
  const made = Array.from({ length: 10_000 }, () => Buffer.concat([head, randomBytes(48)]).toString('base64url'))
  expect(made.filter((forged) => readRefreshToken(`cs_rt_${forged}`, [SECRET]))).toEqual([])
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.stringMatching(/^[\w-]$/), (index, character) => {
      fc.pre(text[index] !== character)
      expect(readRefreshToken(text.slice(0, index) + character + text.slice(index + 1), [SECRET])).toBeUndefined()
    }),
  )
})

test('while the secret is replaced both are read, and each process knows the successor that the other made', () => {
  const token = firstRefreshToken(GRANT_ID, [SECRET])
  const [before, after] = [
    [SECRET, NEXT_SECRET],
    [NEXT_SECRET, SECRET],
  ]
  expect(readRefreshToken(token.text, after)).toEqual(token)
  const texts = (secrets: readonly string[]) => successorsOf(token, secrets).map(({ text }) => text)
  expect(texts(after)).toEqual(texts(before).toReversed())
  expect(readRefreshToken(token.text, [NEXT_SECRET])).toBeUndefined()
})

test('a token from before the chain becomes its first, without a tag', () => {
  const text = newKeyedSecret('cs_rt_', GRANT_ID)
  const former = readRefreshToken(text, [SECRET])
  expect(former).toMatchObject({ text, grantId: GRANT_ID, rotation: 0, isTagged: false })
  expect(former && successorsOf(former, [SECRET])[0]).toMatchObject({ rotation: 1, isTagged: true })
})
