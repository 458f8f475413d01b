import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['deploy/monitoring/alerts.yml', 'deploy/monitoring/dashboard.json', 'docs/guides/run/watch.md']
/** Of prom-client and of Prometheus itself: what it adds to a scrape. */
const OF_OTHERS = new Set([
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
])

const sources = readAll('packages/service/src/**/*.ts', 'services/*/src/**/*.ts', 'cli/src/**/*.ts')
const metrics = new Set([...sources.matchAll(/name: '(countersign_\w+)'/g)].map(([, name]) => name))

test.each(FILES)('%s names metrics that there are', (file) => {
  const named =
    readFileSync(join(ROOT, file), 'utf8').match(/\b(?:countersign|nodejs|process)_[a-z\d_]+(?=[{[ )`"]|$)/gm) ?? []
  const missing = named.filter(
    (name) => !metrics.has(name.replace(/_(?:bucket|count|sum)$/, '')) && !OF_OTHERS.has(name),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

test.each(FILES)('%s names events that there are', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const named = [...text.matchAll(/\bevent=\\?"(\w+)\\?"/g)].map(([, name]) => name ?? '')
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !isWritten(name))).toEqual([])
})

test('each alert is explained in the guide', () => {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/guides/run/watch.md'), 'utf8').split('## Alerts')
  const explained = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(Countersign\w+)` \|/gm)].map(
    ([, name]) => name,
  )
  const alerts = [...readFileSync(join(ROOT, 'deploy/monitoring/alerts.yml'), 'utf8').matchAll(/alert: (\w+)/g)]
  expect(explained).toEqual(alerts.map(([, name]) => name))
})

/** What was decided of a request, the log names after its end. */
function isWritten(event: string): boolean {
  const decided = /^authorization_request_(approved|denied)$/.exec(event)?.[1]
  return sources.includes(`'${event}'`) || (decided !== undefined && sources.includes(`'${decided}'`))
}

function readAll(...patterns: readonly string[]): string {
  return globSync(patterns, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
}
