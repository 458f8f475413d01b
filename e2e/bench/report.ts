import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { ScriptSizes } from './paths.ts'
import type { Timing } from './timing.ts'
import type { Visit } from './visits.ts'

const BENCH = new URL('../../bench/', import.meta.url)
const SECTION = /(<!-- browser -->\n).*(<!-- \/browser -->)/s

type Results = {
  readonly scripts: Readonly<Record<string, ScriptSizes>>
  readonly times: Readonly<Record<string, Timing>>
  readonly visits: Readonly<Record<string, Visit>>
}

/** Writes JSON and the README's tables; returns the tables. */
export function writeBrowserReport(results: Results): string {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
  mkdirSync(new URL('results/', BENCH), { recursive: true })
  const json = JSON.stringify({ machine, ...results }, undefined, 2)
  writeFileSync(new URL('results/browser.json', BENCH), `${json}\n`)
  const tables = formatTables(results)
  const readme = new URL('README.md', BENCH)
  const text = readFileSync(readme, 'utf8')
  writeFileSync(
    readme,
    text.replace(SECTION, (_all, start: string, end: string) => `${start}\n${tables}\n\n${end}`),
  )
  return tables
}

function formatTables({ scripts, times, visits }: Results): string {
  const timeRows = Object.entries(times).map(([name, { medianMs, slowestMs }]) => [name, medianMs, slowestMs])
  const scriptRows = Object.entries(scripts).map(([name, { files, kiB, gzipKiB, brotliKiB }]) => {
    return [name, files, kiB, gzipKiB, brotliKiB]
  })
  const visitRows = Object.entries(visits).map(([name, { pages, clicks, fields, confirmations }]) => {
    return [name, pages, clicks, fields, confirmations]
  })
  return [
    table(['milliseconds', 'median', 'slowest'], timeRows),
    table(['script loaded, nothing cached', 'files', 'KiB', 'gzip KiB', 'brotli KiB'], scriptRows),
    table(['from the app’s button to the app’s page', 'pages', 'clicks', 'fields', 'confirmations'], visitRows),
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
