#!/usr/bin/env node
import { describeOldNode } from './oldest-node.ts'

process.exitCode = await run(process.argv.slice(2))

/** Every other module is imported here, after the check: on an old Node they don't even load. */
async function run(parameters: readonly string[]): Promise<number> {
  const problem = describeOldNode(process.versions.node)
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    return 1
  }
  // A container asks for its health every half a minute: what answers loads nothing of the rest.
  const runParameters =
    parameters[0] === 'health'
      ? (await import('./health-program.ts')).runHealthProgram
      : (await import('./program.ts')).runProgram
  // Who types the name alone wants to see it: the demo.
  return runParameters(parameters.length > 0 ? parameters : ['dev'])
}
