/**
 * `npm run bench:testing [-- <folder>]`: how long `createTestServer` takes in a new process, with its cache. Of the packages
 * that are installed in the folder, or of the sources.
 */
import { execFile } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { promisify } from 'node:util'

const ROUNDS = 5
const [folder = import.meta.dirname] = process.argv.slice(2)

/** Loading the module counts as part of the first. */
const PROGRAM = `
  const times = []
  let start = performance.now()
  const lap = () => { times.push(performance.now() - start); start = performance.now() }
  const { createTestServer } = await import('@countersign/test-server')
  const first = await createTestServer()
  lap()
  const second = await createTestServer()
  lap()
  await second.createPerson({ claims: { email: 'ada@example.org' } })
  lap()
  await Promise.all([first.stop(), second.stop()])
  console.log(JSON.stringify(times))`

const run = async (): Promise<readonly number[]> => {
  const parameters = ['--input-type=module', '--eval', PROGRAM]
  return JSON.parse((await promisify(execFile)(process.execPath, parameters, { cwd: folder })).stdout)
}

// Fills the cache.
await run()
const rounds: (readonly number[])[] = []
for (let round = 0; round < ROUNDS; round += 1) rounds.push(await run())
const names = ['first server of a process', 'second', 'a person']
for (const [at, name] of names.entries()) {
  const times = rounds.map((each) => Math.round(each[at] ?? 0)).toSorted((a, b) => a - b)
  process.stdout.write(`${name}: best ${times[0]} ms, median ${times[Math.floor(ROUNDS / 2)]} ms\n`)
}
const load = loadavg().map((each) => each.toFixed(1))
process.stdout.write(`${ROUNDS} processes on ${availableParallelism()} cores; load average ${load.join(', ')}\n`)
