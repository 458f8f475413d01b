import { mkdirSync, writeFileSync } from 'node:fs'
import type { Engine } from '@countersign/testing'
import { startCountersign } from '../countersign/start-countersign.ts'
import { type Load, runLoad } from '../load/run-load.ts'
import type { Arrangement, Workload } from '../measure/target.ts'
import { markdownTable } from '../report/markdown-table.ts'
import { type CpuProfile, foldProfile, packageOf, rankFrames } from './cpu-profile.ts'
import { drawFlameGraph } from './flame-graph.ts'

const FOLDER = new URL('../../profiles/', import.meta.url)
const WARM_UP = { people: 16, seconds: 2 }
const LISTED = 40

type Profiled = { readonly engine: Engine; readonly arrangement: Arrangement; readonly workload: Workload }

/**
 * Where each process of Countersign spends its time under load: `bench/profiles/*.cpuprofile` (Chromium's DevTools open it),
 * a flame graph beside it, and what took most, in microseconds of each flow, refresh or introspection. Answers the list.
 */
export async function profile({ engine, arrangement, workload }: Profiled, load: Load): Promise<string> {
  mkdirSync(FOLDER, { recursive: true })
  const target = await startCountersign(engine, arrangement)
  try {
    await runLoad(target.walks[workload], WARM_UP)
    for (const server of target.servers) await server.ask('startProfile')
    const { count } = await runLoad(target.walks[workload], load)
    const lists: string[] = []
    for (const [index, server] of target.servers.entries()) {
      const name = [workload, engine, arrangement, ...(target.servers.length > 1 ? [index + 1] : [])].join('-')
      const recorded = await server.ask<CpuProfile>('stopProfile')
      writeFileSync(new URL(`${name}.cpuprofile`, FOLDER), JSON.stringify(recorded))
      const root = foldProfile(recorded)
      writeFileSync(new URL(`${name}.svg`, FOLDER), drawFlameGraph(`${name}: ${count} in ${load.seconds} s`, root))
      const rank = (describe: Parameters<typeof rankFrames>[1]) =>
        rankFrames(root, describe)
          .slice(0, LISTED)
          .map(({ what, selfMicroseconds }) => [(selfMicroseconds / count).toFixed(1), what])
      lists.push(
        `${name}, self time of each`,
        markdownTable([['µs', 'package'], ...rank(packageOf)]),
        markdownTable([['µs', 'function'], ...rank(({ name: called, where }) => `${called} ${shorten(where)}`)]),
      )
    }
    return lists.join('\n\n')
  } finally {
    await target.stop()
  }
}

function shorten(where: string): string {
  return where.replace(/^.*\/(node_modules|packages|services|cli|bench)\//, '$1/').replace(/^node_modules\//, '')
}
