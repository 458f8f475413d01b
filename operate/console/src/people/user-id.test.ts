import { expect, test } from 'vitest'
import { readUserId } from './user-id.ts'

const ID = '0190b5a4-7c4e-7cc2-9c39-2f9a4f4f0001'

test.each([
  ID,
  ` ${ID.toUpperCase()}\n`,
  '0190B5A4 7C4E 7CC2 9C39 2F9A 4F4F 0001',
  '0190b5a47c4e7cc29c392f9a4f4f0001',
  '0190b5a4–7c4e–7cc2–9c39–2f9a4f4f0001',
  'O19Ob5a4-7c4e-7cc2-9c39-2f9a4f4fOOOl',
])('finds a user id that was typed as %j', (typed) => {
  expect(readUserId(typed)).toBe(ID)
})

test.each(['', 'ada@example.com', ID.slice(1), `${ID}0`, ID.replace('b', 'g')])('takes %j for no user id', (typed) => {
  expect(readUserId(typed)).toBeUndefined()
})
