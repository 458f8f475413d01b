import { expect, test } from 'vitest'
import { bytesOfDailySignIn, costOfSignIn, reckonNeed } from './scale-arithmetic.ts'

const COSTS = {
  flow: { server: 1_000, postgres: 500 },
  refresh: { server: 150, postgres: 80 },
  introspection: { server: 50, postgres: 20 },
}
const FOOTPRINTS = [
  { table: 'provider.grants', bytesPerRow: 400, rowsPerFlow: 1, rowsPerRefresh: 0 },
  { table: 'provider.audit_events', bytesPerRow: 100, rowsPerFlow: 0, rowsPerRefresh: 0.2 },
  { table: 'core.sessions', bytesPerRow: 300, rowsPerFlow: 0, rowsPerRefresh: 0 },
]

test('a sign-in costs its flow, five refreshes and five introspections', () => {
  expect(costOfSignIn(COSTS)).toEqual({ server: 2_000, postgres: 1_000 })
})

test('scale: a daily sign-in takes the disk of its rows and refreshes for the days that they stay', () => {
  expect(bytesOfDailySignIn(FOOTPRINTS)).toBe(400 * 60 + 100 * 365)
})

test('the busiest hour has three times the mean, on cores that are half busy', () => {
  const need = reckonNeed({ people: 86_400_000, signInsADay: 1 }, { costs: COSTS, footprints: FOOTPRINTS })
  expect(need).toMatchObject({ peakPerSecond: 3_000, serverCores: 12, postgresCores: 6, servers: 1, shards: 2 })
  expect(need.terabytes).toBeCloseTo(86.4 * (0.0605 + 0.03))
})
