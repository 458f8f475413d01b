import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchStandingDelay } from './shed-load.ts'

const BLOCKED_MS = 160

function block(): void {
  const end = performance.now() + BLOCKED_MS
  while (performance.now() < end);
}

test('one long turn of the event loop is a burst, and a second one a delay that stands, before it is over', async () => {
  const delay = watchStandingDelay()
  block()
  expect(delay.milliseconds()).toBe(0)
  await turn()
  await turn()
  block()
  expect(delay.milliseconds()).toBeGreaterThan(BLOCKED_MS / 4)
  delay.stop()
})
