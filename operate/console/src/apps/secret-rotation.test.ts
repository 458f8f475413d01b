import { expect, test } from 'vitest'
import { nextStep } from './secret-rotation.ts'

const secret = (day: number, usedOn?: number) => ({
  created_at: `2026-11-0${day}`,
  last_used_at: usedOn === undefined ? null : `2026-11-0${usedOn}`,
})

test.each([
  ['a single secret: make another', [secret(1, 2)], 'make'],
  ['a new secret that was never used: hand it over', [secret(1, 2), secret(3)], 'handOver'],
  ['an older secret used since the new one: wait', [secret(1, 5), secret(3, 4)], 'wait'],
  ['both last used at once: wait', [secret(3, 4), secret(1, 4)], 'wait'],
  ['only the new one still in use: end the older', [secret(1, 3), secret(2, 4)], 'end'],
  ['an older one never used: end it', [secret(3, 4), secret(1)], 'end'],
] as const)('console: secret rotation: %s', (_case, secrets, step) => {
  expect(nextStep(secrets)).toBe(step)
})
