/**
 * `npm run test:changed`: format, lint, types and the tests that a change can reach, against the merge base with origin/main, or main.
 */

import { chooseChecked, chooseTests } from './changed/choose-tests.ts'
import { listChanged } from './changed/list-changed.ts'
import { run } from './command.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { describeCounts, runVitest } from './run-vitest.ts'
import { PROJECTS } from './test-projects.ts'

const changed = await listChanged()
const tests = chooseTests(changed)
const checked = chooseChecked(changed)
const inBrowser = tests.filter((file) => file.startsWith('e2e/browser/')).length
process.stdout.write(`${changed.length} changed files, ${checked.length} to check, ${tests.length} test files\n`)

const checks = [
  ['biome', 'check', '--no-errors-on-unmatched', ...changed],
  ...(checked.length > 0 ? [['oxlint', '--type-aware', '--type-check', ...checked]] : []),
  ['node', 'tools/generate.ts', '--check'],
  ...(inBrowser > 0 ? [['node', 'tools/build.ts']] : []),
]
const failed: string[] = []
for (const command of checks) {
  const { code, output } = await run(command)
  if (code === 0) continue
  failed.push(command.slice(0, 2).join(' '))
  process.stdout.write(`\n✗ ${failed.at(-1)}\n${output.trimEnd()}\n`)
}
// All tests of a few files, and the first rank of many.
const rank = inBrowser > 8 ? 'first' : undefined
const counts = await runVitest(PROJECTS, { files: tests, rank, withoutBrowser: inBrowser === 0 })
if (counts.failed > 0) failed.push('tests')
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`)
process.stdout.write(`${describeCounts(counts)}\n${(performance.now() / 1_000).toFixed(0)} s${cpuSeconds()}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
