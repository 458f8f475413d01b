import { Counter, Gauge } from 'prom-client'
import { registry } from './registry.ts'

const finished = new Gauge({
  name: 'countersign_cleaning_last_finished_timestamp_seconds',
  help: 'When all that nobody needs any more had last been removed; before that, when the process began.',
  labelNames: ['component'],
  aggregator: 'max',
  registers: [registry],
})

const rows = new Counter({
  name: 'countersign_cleaned_rows_total',
  help: 'Rows that nobody needed any more and that were removed.',
  labelNames: ['component', 'table'],
  registers: [registry],
})

export function noteCleaning(component: string, removed: Readonly<Record<string, number>> = {}): void {
  finished.set({ component }, Date.now() / 1000)
  for (const [table, count] of Object.entries(removed)) rows.inc({ component, table }, count)
}
