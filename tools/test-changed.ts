/**
 * `npm run test:changed`: format, lint, types and the tests that a change can reach, against the merge base with origin/main, or main.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseChecked, chooseTests } from './changed/choose-tests.ts'
import { run } from './command.ts'
import { ROOT } from './files.ts'
import { describeCounts, describeTime, runVitest } from './run-vitest.ts'
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
process.stdout.write(`${describeCounts(counts)}\n${describeTime()}\n`)
process.exitCode = failed.length > 0 ? 1 : 0

/** Files that this branch and the working tree change, new ones included, gone ones not. @throws Error without a main branch */
async function listChanged(): Promise<readonly string[]> {
  const base = (await git('merge-base', 'HEAD', 'origin/main')) ?? (await git('merge-base', 'HEAD', 'main'))
  if (base === undefined) throw new Error('There is neither origin/main nor main to compare with.')
  const edited = await git('diff', '--name-only', base.trim())
  const added = await git('ls-files', '--others', '--exclude-standard')
  const names = new Set(`${edited}\n${added}`.split('\n').filter(Boolean))
  return [...names].filter((file) => existsSync(join(ROOT, file))).toSorted()
}

async function git(...parameters: readonly string[]): Promise<string | undefined> {
  const { code, output } = await run(['git', '-C', ROOT, ...parameters])
  return code === 0 ? output : undefined
}
