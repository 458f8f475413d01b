import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { addMetrics, readOwnMetrics } from './registry.ts'
import { createCounter, createGauge, createHistogram } from './series.ts'

const EVENTS = { name: 'events_of_this_test', help: 'Counted.', labelNames: ['event', 'outcome'] }
const TIMES = { name: 'times_of_this_test', help: 'Observed.', labelNames: ['route'], buckets: [0.1, 1] }

test('series read as those of prom-client do, with every bucket, sum and label', async () => {
  const kept = new Registry()
  const theirCounter = new Counter({ ...EVENTS, registers: [kept] })
  const theirHistogram = new Histogram({ ...TIMES, registers: [kept] })
  const count = createCounter(EVENTS)
  const observe = createHistogram(TIMES)
  for (const [event, outcome] of [
    ['lent', 'a_week'],
    ['lent', 'a_week'],
    ['lent', ''],
    ['returned', ''],
  ] as const) {
    count(event, outcome)
    theirCounter.inc({ event, outcome })
  }
  for (const [seconds, route] of [
    [0.1, '/books'],
    [0.5, '/books'],
    [7, '/books'],
    [0, '/'],
  ] as const) {
    observe(seconds, route)
    theirHistogram.observe({ route }, seconds)
  }
  const own = (await readOwnMetrics({ withNode: false })).filter(({ name }) => name.endsWith('_of_this_test'))
  expect(await addMetrics([own]).metrics()).toBe(await addMetrics([await kept.getMetricsAsJSON()]).metrics())
})

test('a counter and a histogram without labels are there before the first event', async () => {
  createCounter({ name: 'losses_of_this_test', help: '', labelNames: [] })
  createHistogram({ name: 'waits_of_this_test', help: '', labelNames: [], buckets: [1] })
  const text = await addMetrics([await readOwnMetrics({ withNode: false })]).metrics()
  expect(text).toContain('losses_of_this_test 0')
  expect(text).toContain('waits_of_this_test_count 0')
})

test('a gauge is absent until it is set, and shows its last value', async () => {
  const set = createGauge({ name: 'waiting_of_this_test', help: 'Waiting.' })
  const text = async () => addMetrics([await readOwnMetrics({ withNode: false })]).metrics()
  expect(await text()).not.toContain('waiting_of_this_test 0')
  for (const value of [7, 3]) set(value)
  // Each process reads the same number.
  const own = await readOwnMetrics({ withNode: false })
  expect(await addMetrics([own, own]).metrics()).toContain('waiting_of_this_test 3\n')
})
