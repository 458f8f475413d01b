import { expect, test } from 'vitest'
import type { StoredDecision } from './audit.store.ts'
import { createRepeatedDecisions } from './repeated-decisions.ts'

const HOUR = Date.parse('2026-01-01T12:00:00Z')

function refresh(grant: number, at = HOUR): StoredDecision {
  const issued = { event: 'tokens_issued', outcome: 'refresh_token', clientId: 'app', userId: 'ada' }
  const eventId = `${at} ${grant}`
  return { ...issued, grantId: String(grant), network: '192.0.2.1', eventId, at: new Date(at), times: 1 }
}

test('an account that refreshes more grants than are remembered has one event an hour for all the others', () => {
  const told = createRepeatedDecisions()
  const events = new Set<StoredDecision>()
  for (let round = 0; round < 3; round += 1) {
    for (let grant = 0; grant < 10_050; grant += 1) events.add(told(refresh(grant)))
  }
  expect(events.size).toBe(10_001)
  expect([...events].find(({ grantId }) => grantId === undefined)).toMatchObject({ userId: 'ada', clientId: 'app' })
  expect([...events].reduce((sum, { times }) => sum + times, 0)).toBe(3 * 10_050)
  const next = refresh(10_049, HOUR + 3_600_000)
  expect(told(next)).toBe(next)
  expect(next.grantId).toBe('10049')
})
