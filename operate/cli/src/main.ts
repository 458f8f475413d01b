#!/usr/bin/env node
import { keepHeapSmall } from './keep-heap-small.ts'
import { describeOldNode } from './oldest-node.ts'

// A reader such as `head` may close the pipe early.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}
process.exitCode = await run(process.argv.slice(2))

/** Imports everything else after the check: an old Node cannot load it. */
async function run(parameters: readonly string[]): Promise<number> {
  const problem = describeOldNode(process.versions.node)
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    return 1
  }
  keepHeapSmall()
  // A container's health check runs every 30 s, so `health` loads no other command.
  const runParameters =
    parameters[0] === 'health'
      ? (await import('./local-commands/health.ts')).runHealthProgram
      : (await import('./program.ts')).runProgram
  return runParameters(parameters)
}
