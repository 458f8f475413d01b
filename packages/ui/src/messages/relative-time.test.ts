import { expect, test } from 'vitest'
import { relativeTimeOf } from './relative-time.ts'

const at = (text: string) => new Date(text).getTime()
const iso = (text: string) => new Date(text).toISOString()

test.each([
  ['2026-11-27T10:00:30', 'now'],
  ['2026-11-27T09:57:00', '3 minutes ago'],
  ['2026-11-27T08:59:00', '1 hour ago'],
  ['2026-11-25T09:00:00', '2 days ago'],
  ['2026-11-02T09:00:00', 'November 2, 2026'],
])('a moment is told by its age for a week: %s is %s', (moment, told) => {
  expect(relativeTimeOf('en', at('2026-11-27T10:00:00')).ago(iso(moment))).toBe(told)
})

test.each([
  ['2026-11-27T00:01:00', '今日'],
  ['2026-11-26T23:59:00', '昨日'],
  ['2026-11-25T23:59:00', '2026年11月25日'],
])('a day is that of the calendar: %s is %s', (moment, told) => {
  expect(relativeTimeOf('ja', at('2026-11-27T00:05:00')).day(iso(moment))).toBe(told)
})
