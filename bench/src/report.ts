import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Engine } from '@countersign/testing'
import type { EngineResult, Measurement } from './measure.ts'

const RESULTS = new URL('../results/', import.meta.url)
const README = new URL('../README.md', import.meta.url)
const SECTION = /(<!-- results -->\n).*(<!-- \/results -->)/s

type Results = readonly (readonly [engine: Engine, result: EngineResult])[]

/** Writes what was measured: as JSON, one file an engine, and as the table of the README. Answers the table. */
export function writeReport(results: Results): string {
  mkdirSync(RESULTS, { recursive: true })
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
  for (const [engine, result] of results) {
    const content = { engine, machine, ratioToBare: ratioOf(result), ...result }
    writeFileSync(new URL(`${engine}.json`, RESULTS), `${JSON.stringify(content, undefined, 2)}\n`)
  }
  const table = formatTables(results)
  const about = `Measured on ${machine.cores} cores (${machine.cpu}), Node ${machine.node}.`
  const readme = readFileSync(README, 'utf8')
  writeFileSync(
    README,
    readme.replace(SECTION, (_all, start: string, end: string) => `${start}\n${about}\n\n${table}\n\n${end}`),
  )
  return table
}

/** How much of the throughput of the yardstick is left. */
function ratioOf({ countersign, bare }: EngineResult): number {
  return Math.round((countersign.flowsPerSecond / bare.flowsPerSecond) * 100) / 100
}

function formatTables(results: Results): string {
  const totals = results.flatMap(([engine, result]) => [
    totalsRow(`Countersign, ${engine}`, result.countersign, String(ratioOf(result))),
    totalsRow(`bare node:http, ${engine}`, result.bare, '1'),
  ])
  const steps = results.map(([engine, { countersign }]) => [
    `Countersign, ${engine}`,
    ...Object.values(countersign.steps).map(({ p50Ms, p99Ms }) => `${p50Ms} / ${p99Ms}`),
  ])
  const totalsHead = ['', 'flows/s', 'of bare', 'p50 ms', 'p99 ms', 'CPU µs a flow', 'RSS MiB']
  const stepsHead = ['p50 / p99 ms', 'authorize', 'details', 'attest', 'complete', 'token']
  return `${markdownTable([totalsHead, ...totals])}\n\n${markdownTable([stepsHead, ...steps])}`
}

function totalsRow(name: string, measured: Measurement, ratio: string): string[] {
  const { flowsPerSecond, flow, cpuMicrosecondsPerFlow, rssMiB } = measured
  return [name, ratio, ...[flow.p50Ms, flow.p99Ms, cpuMicrosecondsPerFlow, rssMiB].map(String)].toSpliced(
    1,
    0,
    String(flowsPerSecond),
  )
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
