import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Gestures } from './gestures.ts'
import type { ScriptSizes } from './scripts.ts'
import type { Timing } from './timing.ts'

const BENCH = new URL('../../bench/', import.meta.url)
const SECTION = /(<!-- browser -->\n).*(<!-- \/browser -->)/s

type Results = {
  readonly scripts: Readonly<Record<string, ScriptSizes>>
  readonly times: Readonly<Record<string, Timing>>
  readonly gestures: Gestures & { readonly authenticator: number }
}

/** Writes what was measured as JSON and as the tables of the README; answers the tables. */
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

function formatTables({ scripts, times, gestures }: Results): string {
  const timeRows = Object.entries(times).map(([name, { medianMs, slowestMs }]) => [name, medianMs, slowestMs])
  const scriptRows = Object.entries(scripts).map(([name, { files, kiB, gzipKiB, brotliKiB }]) => {
    return [name, files, kiB, gzipKiB, brotliKiB]
  })
  const { clicks, fields, authenticator } = gestures
  return [
    table(['milliseconds', 'median', 'slowest'], timeRows),
    table(['script loaded, nothing cached', 'files', 'KiB', 'gzip KiB', 'brotli KiB'], scriptRows),
    `From the app's button to the app's page, for somebody who comes back with a passkey: ${clicks} clicks, ` +
      `${authenticator} confirmation on the authenticator, ${fields} fields.`,
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
