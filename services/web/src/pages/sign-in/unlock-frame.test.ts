import { expect, test } from 'vitest'
import { minuteAfter } from './unlock-frame.tsx'

test('the minute after a wait is never before its end', () => {
  const now = Date.parse('2026-11-21T11:50:20Z')
  const minutes = [100, 200, 220].map((seconds) => new Date(minuteAfter(seconds, now)).toISOString().slice(11, 16))
  expect(minutes).toEqual(['11:52', '11:54', '11:54'])
})
