#!/usr/bin/env node
const parameters = process.argv.slice(2)
// A container asks for its health every half a minute: what answers loads nothing of the rest.
const run =
  parameters[0] === 'health'
    ? (await import('./health-program.ts')).runHealthProgram
    : (await import('./program.ts')).runProgram

// Who types the name alone wants to see it: the demo.
process.exitCode = await run(parameters.length > 0 ? parameters : ['dev'])
