import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT, readText } from './files.ts'

const FILES = ['deploy/monitoring/alerts.yml', 'deploy/monitoring/dashboard.json', 'docs/guides/run/watch.md']
/** Metrics of prom-client and of operators' exporters. */
const OF_OTHERS = new Set([
  'nodejs_eventloop_lag_p99_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'pg_stat_archiver_failed_count',
  'pg_stat_archiver_last_archive_age',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_textfile_mtime_seconds',
  'probe_ssl_earliest_cert_expiry',
])

const sources = readAll('packages/service/src/**/*.ts', 'services/*/src/**/*.ts', 'operate/cli/src/**/*.ts')
const metrics = new Set([...sources.matchAll(/name: '(countersign_\w+)'/g)].map(([, name]) => name))

test.each(FILES)('%s names metrics that there are', (file) => {
  const named =
    readText(file).match(
      /\b(?:countersign|nodejs|process|pg_stat_archiver|node_filesystem|node_textfile|probe_ssl)_[a-z\d_]+(?=[{[ )`"]|$)/gm,
    ) ?? []
  const missing = named.filter(
    (name) => !metrics.has(name.replace(/_(?:bucket|count|sum)$/, '')) && !OF_OTHERS.has(name),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

test.each(FILES)('%s names events that there are', (file) => {
  const text = readText(file)
  const named = [...text.matchAll(/\bevent=\\?"(\w+)\\?"/g)].map(([, name]) => name ?? '')
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !isWritten(name))).toEqual([])
})

test('each alert is explained in the guide', () => {
  const [, section = ''] = readText('docs/guides/run/watch.md').split('## Alerts')
  const explained = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(Countersign\w+)` \|/gm)].map(
    ([, name]) => name,
  )
  const alerts = [...readText('deploy/monitoring/alerts.yml').matchAll(/alert: (\w+)/g)]
  expect(explained).toEqual(alerts.map(([, name]) => name))
})

test('tickets are held back by pages that exist, and that come before any ticket', () => {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(readText('deploy/monitoring/alerts.yml'))
  const rules = groups.flatMap((group) => group.rules)
  const { inhibit_rules: inhibitions }: { inhibit_rules: Inhibition[] } = parse(
    readText('deploy/monitoring/alertmanager.yml'),
  )
  const causes = inhibitions.flatMap(({ source_matchers: [matcher = ''] }) => matcher.match(/Countersign\w+/g) ?? [])
  expect(causes.length).toBeGreaterThan(0)
  const pages = rules.filter(({ alert }) => causes.includes(alert))
  expect(pages.map(({ alert, labels }) => [alert, labels.severity])).toEqual(causes.map((name) => [name, 'page']))
  const longest = Math.max(...pages.map((page) => minutesOf(page)))
  const tickets = rules.filter(({ labels }) => labels.severity === 'ticket')
  expect(tickets.filter((ticket) => minutesOf(ticket) <= longest)).toEqual([])
})

type Rule = { readonly alert: string; readonly for?: string; readonly labels: { readonly severity: string } }
type Inhibition = { readonly source_matchers: readonly string[] }

function minutesOf({ for: text = '0m' }: Rule): number {
  return Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1)
}

/** The log names decisions of requests by their outcome. */
function isWritten(event: string): boolean {
  const decided = /^authorization_request_(approved|denied)$/.exec(event)?.[1]
  return sources.includes(`'${event}'`) || (decided !== undefined && sources.includes(`'${decided}'`))
}

function readAll(...patterns: readonly string[]): string {
  return globSync(patterns, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(readText)
    .join('\n')
}
