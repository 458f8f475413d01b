import { afterAll, expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { createHttpServer } from '../../http/http-server.ts'
import { noteMethods } from '../../http/other-methods.ts'
import { createLogger } from '../logger.ts'
import { quantileOf, readFigures } from './figures.ts'
import { countEvent, nameComponent } from './requests.ts'

const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
nameComponent(app, 'lending')
const refuseOtherMethods = noteMethods(app)
app.get('/books/:isbn', async () => ({}))
app.post('/books/:isbn', async () => {
  throw new ServiceError('not_found', 'There is no such book.')
})
app.get('/broken', async () => {
  throw new Error('A page is missing.')
})
refuseOtherMethods()
afterAll(() => app.close())

// The process counts for all that ran in it before.
const isOurs = ({ component }: { readonly component: string }): boolean => component === 'lending'

test('figures tell requests by route, refusals by code, and events', async () => {
  for (const isbn of ['3', '4', '5']) await app.inject({ url: `/books/${isbn}` })
  await app.inject({ method: 'POST', url: '/books/6' })
  await app.inject({ url: '/broken' })
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) await app.inject({ method, url: '/broken' })
  countEvent('book_lent', 'a_week')
  countEvent('book_lent', 'a_week')
  countEvent('book_returned')
  const { since, ...figures } = await readFigures()
  const [refusals, routes] = [figures.refusals.filter(isOurs), figures.routes.filter(isOurs)]
  expect(since.getTime()).toBeLessThanOrEqual(Date.now())
  expect(figures.events.filter(({ event }) => event.startsWith('book_'))).toEqual([
    { event: 'book_lent', outcome: 'a_week', count: 2 },
    { event: 'book_returned', outcome: '', count: 1 },
  ])
  expect(refusals).toEqual([
    { component: 'lending', route: '/books/:isbn', code: 'not_found', count: 1 },
    { component: 'lending', route: '/broken', code: 'server_error', count: 1 },
    { component: 'lending', route: '/broken', code: 'method_not_allowed', count: 3 },
  ])
  expect(
    routes.map(({ component, route, method, count, failed }) => [component, route, method, count, failed]),
  ).toEqual([
    ['lending', '/books/:isbn', 'GET', 3, 0],
    ['lending', '/books/:isbn', 'POST', 1, 0],
    ['lending', '/broken', 'GET', 1, 1],
    ['lending', '/broken', 'other', 3, 0],
  ])
  for (const { p50Milliseconds, p95Milliseconds, p99Milliseconds } of routes) {
    expect(p50Milliseconds).toBeGreaterThan(0)
    expect(p95Milliseconds).toBeGreaterThanOrEqual(p50Milliseconds)
    expect(p99Milliseconds).toBeGreaterThanOrEqual(p95Milliseconds)
  }
})

test.each([
  ['nothing', '1:0 Infinity:0', 0.5, 0],
  ['all in the first bucket', '2:10 4:10 Infinity:10', 0.5, 1],
  ['the middle of the second', '2:0 4:10 Infinity:10', 0.5, 3],
  ['limits in any order', 'Infinity:10 4:10 2:5', 0.75, 3],
  ['more than the highest limit', '2:1 4:1 Infinity:10', 0.95, 4],
] as const)('of %s, the quantile is estimated as Prometheus does', (_case, text, share, expected) => {
  const buckets = text.split(' ').map((pair) => pair.split(':').map(Number))
  expect(quantileOf(new Map(buckets.map(([limit = 0, count = 0]) => [limit, count])), share)).toBe(expected)
})
