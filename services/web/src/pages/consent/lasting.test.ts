import { expect, test } from 'vitest'
import { isLastingSound, OPEN_END, termsOf } from './lasting.tsx'

const now = new Date('2026-11-22T15:00:00')
const until = (day: string) => ({ kind: 'until', day }) as const

test('an open end says nothing, once is once, and a last day counts to its end', () => {
  expect(termsOf(OPEN_END)).toBeUndefined()
  expect(termsOf({ kind: 'once', day: '2026-12-01' })).toEqual({ once: true })
  expect(termsOf(until('2026-12-01'))).toEqual({ ends_at: new Date('2026-12-01T23:59:59').toISOString() })
})

test.each([
  ['', false],
  ['2026-11-21', false],
  ['2026-11-22', false],
  ['2026-11-23', true],
  ['no day', false],
])('the last day %j is taken: %s', (day, isSound) => {
  expect(isLastingSound(until(day), now)).toBe(isSound)
  expect(isLastingSound({ kind: 'once', day }, now)).toBe(true)
})
