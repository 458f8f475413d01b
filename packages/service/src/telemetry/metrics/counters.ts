import { Counter } from 'prom-client'
import { registry } from './registry.ts'

const events = new Counter({
  name: 'countersign_events_total',
  help: 'What happened, by the names that the log has for it.',
  labelNames: ['event', 'outcome'],
  registers: [registry],
})

const refusals = new Counter({
  name: 'countersign_refusals_total',
  help: 'What was refused, by the code that the caller was told.',
  labelNames: ['component', 'route', 'code'],
  registers: [registry],
})

/**
 * Counts an event of the log. Both words are of a small vocabulary of ours, never an identifier: each pair is a time series
 * for as long as the process lives.
 */
export function countEvent(event: string, outcome = ''): void {
  events.inc({ event, outcome })
}

/** Counts a refusal, by an error code of the contracts. */
export function countRefusal({ component, route }: { component: string; route: string }, code: string): void {
  refusals.inc({ component, route, code })
}
