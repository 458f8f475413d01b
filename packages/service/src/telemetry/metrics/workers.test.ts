import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'

const folder = temporaryFolder()

const urlOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

/** A primary and one worker whose readiness check hangs like a lost database; reads metrics before and after it ends. */
const PROGRAM = `
  import cluster from 'node:cluster'
  import { once } from 'node:events'
  import { countEvent } from ${urlOf('requests.ts')}
  import { gatherMetrics, readMetrics, tellMetrics } from ${urlOf('workers.ts')}
  import { readinessOf, watchReadiness } from ${urlOf('../readiness.ts')}

  async function read(withNode) {
    const metrics = await readMetrics({ withNode })
    const valueOf = (name) => metrics.find((each) => each.name === name)?.values[0]?.value
    return { ready: valueOf('countersign_ready'), events: valueOf('countersign_events_total'), cpu: valueOf('process_cpu_seconds_total') }
  }

  if (cluster.isWorker) {
    watchReadiness(readinessOf([{ name: 'silent', check: () => new Promise(() => undefined) }]))
    countEvent('served')
    tellMetrics()
    process.send('ready')
  } else {
    gatherMetrics()
    const worker = cluster.fork()
    await once(worker, 'message')
    const before = await read(true)
    await read(false)
    worker.process.kill('SIGKILL')
    await once(cluster, 'exit')
    console.log(JSON.stringify({ before, after: await read(true) }))
  }`

test('reports silence in time, and its counts stay in the sum when it ends', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const { before, after } = JSON.parse(stdout)
  expect(before).toEqual({ ready: 0, events: 1, cpu: expect.any(Number) })
  expect(before.cpu).toBeGreaterThan(0)
  expect(after).toEqual({ events: 1, cpu: before.cpu })
})
