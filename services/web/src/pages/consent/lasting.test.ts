import { expect, test } from 'vitest'
import { isLastingSound, OPEN_END, termsOf } from './lasting.tsx'

const now = new Date('2026-11-22T15:00:00')
const until = (day: string) => ({ ...OPEN_END, kind: 'until', day }) as const

test('an open end says nothing, once is once, and a last day counts to its end', () => {
  expect(termsOf(OPEN_END)).toBeUndefined()
  expect(termsOf({ ...OPEN_END, kind: 'once', day: '2026-12-01' })).toEqual({ once: true })
  expect(termsOf(until('2026-12-01'))).toEqual({ ends_at: new Date('2026-12-01T23:59:59').toISOString() })
})

test('an app is kept up to date for as long as it may come back, and never after once', () => {
  const on = { keepsUpToDate: true }
  expect(termsOf({ ...OPEN_END, ...on })).toEqual({ keeps_up_to_date: true })
  const ends_at = new Date('2026-12-01T23:59:59').toISOString()
  expect(termsOf({ ...until('2026-12-01'), ...on })).toEqual({ ends_at, keeps_up_to_date: true })
  expect(termsOf({ ...OPEN_END, ...on, kind: 'once' })).toEqual({ once: true })
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
