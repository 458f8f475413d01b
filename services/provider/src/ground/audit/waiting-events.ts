import type { Sql } from '@countersign/service/sql'
import { createGauge } from '@countersign/service/telemetry'
import { readWaitingEvents } from './event-delivery.store.ts'

const setWaiting = createGauge({
  name: 'countersign_events_waiting',
  help: 'Audit events that wait for EVENTS_URL to take them, as the database has them.',
})

const setAge = createGauge({
  name: 'countersign_events_waiting_seconds',
  help: 'How long the oldest of them has waited.',
})

export async function measureWaitingEvents(sql: Sql): Promise<void> {
  const { waiting, ageSeconds } = await readWaitingEvents(sql)
  setWaiting(waiting)
  setAge(ageSeconds)
}
