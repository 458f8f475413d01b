/**
 * `npm test`: every check, side by side as far as there are cores, then the tests; all of them even when one fails.
 *   --all               runs the long tests (*.long.test.ts), the pages and every browser too: npm run test:all
 *   --pages             runs the browser tests that npm test leaves out, and nothing else: npm run test:pages
 *   --without-browser   leaves the browser tests out
 *   --only <step>       runs one step: lint, types, dead-code, format, docs, build, tests, or the tests of one project: pure,
 *                       database, system. Tests build first
 *   <files>             with --only tests: runs those test files or folders, whole
 *   --browser <name>    runs the main way alone, in this browser: chromium, firefox or webkit (with npm run e2e)
 *   --workers <number>  how many test files at once, in place of vitest.config.ts
 *   --database-url <address>  runs the tests that store something, and those alone, on this PostgreSQL or what behaves like
 *                       one: on a single database of it, which has "test" in its name and is empty; not with --workers,
 *                       since the test files take turns there
 *   --overwrite         on any database, whatever is in it: it is dropped
 *   --verbose           shows what every step says, not only what a failed one does
 */
import { availableParallelism } from 'node:os'
import { BROWSER_NAMES } from './browsers.ts'
import { run } from './command.ts'
import { installForLongTests } from './debian.ts'
import { WITHOUT_TYPES } from './files.ts'
import { describeCounts, describeTime, listLongTests, runVitest } from './run-vitest.ts'
import { databaseEnvironment, readTestFlags } from './test-flags.ts'
import { PROJECTS, type Project } from './test-projects.ts'

type Check = { readonly name: string; readonly title: string; readonly command: readonly string[] }

const BUILD = 'Build of the consent client'

/** Longest first. Types are checked while oxlint has them: a run of tsc for each project would cost as much again. */
const CHECKS: readonly Check[] = [
  {
    name: 'lint',
    title: 'Lint and types (oxlint)',
    command: ['oxlint', '--type-aware', '--type-check', ...WITHOUT_TYPES.map((each) => `--ignore-pattern=${each}/**`)],
  },
  { name: 'lint', title: 'Lint without types', command: ['oxlint', ...WITHOUT_TYPES] },
  { name: 'build', title: BUILD, command: ['node', 'tools/build.ts'] },
  { name: 'types', title: 'Types of the packages on Node 20', command: ['tsc', '--noEmit', '-p', 'tools/pack'] },
  { name: 'dead-code', title: 'Dead code (knip)', command: ['knip', '--treat-config-hints-as-errors'] },
  { name: 'format', title: 'Format (biome)', command: ['biome', 'check', '.'] },
  { name: 'docs', title: 'Generated files in sync', command: ['node', 'tools/generate.ts', '--check'] },
]

/** Tests of storage: steps, races and the whole flow. */
const STORING = [
  'services/provider/',
  'services/core/',
  'e2e/contract/',
  'e2e/flow/',
  'packages/service/src/sql/sql.test.ts',
  'packages/service/src/sql/migrate.test.ts',
  'packages/service/src/sql/takeover.test.ts',
  'packages/service/src/sql/distribution.test.ts',
]

const IN_EVERY_BROWSER = [
  'e2e/browser/every-browser.test.ts',
  'e2e/browser/extension.test.ts',
  'e2e/browser/extension-addresses.test.ts',
  'e2e/browser/extension-leftovers.test.ts',
]

const flags = readFlagsOrEnd()
const summary: string[] = []
const failures: string[] = []

const databaseUrl = flags['database-url']
const wanted = PROJECTS.filter((name) => isWanted(name))
// Only the pages of the tests in the browser are built.
const checks = CHECKS.filter(({ name }) => isWanted(name) || (name === 'build' && wanted.includes('system')))
if (checks.length === 0 && wanted.length === 0) {
  const names = [...new Set([...CHECKS.map(({ name }) => name), 'tests', ...PROJECTS])]
  process.stderr.write(`There is no step "${flags.only}". There are: ${names.join(', ')}.\n`)
  process.exit(1)
}
await runSideBySide(checks)
// Without a client every browser test would wait for its page until it times out.
const projects = wanted.filter((name) => !(name === 'system' && failures.includes(BUILD)))
if (projects.length < wanted.length) process.stdout.write('\n  Without a build the system tests are not run.\n')
if (flags.all) await installForLongTests()
const counts = projects.length > 0 ? await runTests(projects) : undefined
process.stdout.write(`\nSummary\n${summary.join('\n')}\n\n`)
if (failures.length > 0) process.stdout.write(`Failed: ${failures.join(', ')}\n`)
if (counts?.skipped.length) process.stdout.write(`Not run:\n  ${counts.skipped.join('\n  ')}\n`)
if (counts?.leftOut && !flags.pages)
  process.stdout.write(`Not run, ${counts.leftOut} tests of pages: npm run test:pages\n`)
if (counts && !flags.all && !flags.pages) {
  const long = listLongTests('.')
  process.stdout.write(`Not run, ${long.length} long test files (npm run test:all):\n  ${long.join('\n  ')}\n`)
}
if (counts) process.stdout.write(`${describeCounts(counts)}\n`)
process.stdout.write(`${describeTime()}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

function readFlagsOrEnd(): ReturnType<typeof readTestFlags> {
  try {
    return readTestFlags(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

function isWanted(name: string): boolean {
  const isTest = PROJECTS.some((project) => project === name)
  if (databaseUrl) return name === 'database' || name === 'system'
  if (flags.pages) return name === 'system'
  return flags.only === undefined || flags.only === name || (flags.only === 'tests' && isTest)
}

/** Files are named by what runs in one browser or on one database, or by the caller; those run whole. */
function chooseFiles(): readonly string[] {
  if (databaseUrl) return STORING
  if (flags.browser) return IN_EVERY_BROWSER
  return flags.pages ? ['e2e/browser/'] : flags.files
}

async function runSideBySide(all: readonly Check[]): Promise<void> {
  const waiting = [...all]
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

async function runCheck({ title, command }: Check): Promise<void> {
  const since = performance.now()
  const { code, output } = await run(command)
  conclude(title, code === 0, since)
  if (output && (flags.verbose || code !== 0)) process.stdout.write(`\n${output.trimEnd()}\n\n`)
}

async function runTests(chosen: readonly Project[]) {
  const title = `Tests (${chosen.join(', ')})`
  const since = performance.now()
  const files = chooseFiles()
  process.stdout.write(`\n  ▸ ${title}\n`)
  const tested = await runVitest(chosen, {
    workers: flags.workers,
    env: { ...databaseEnvironment(flags), LONG_TESTS: flags.all ? 'true' : undefined },
    browsers: flags.browser ? [flags.browser] : flags.all ? BROWSER_NAMES : undefined,
    withoutBrowser: flags['without-browser'] || databaseUrl !== undefined,
    files,
    rank: flags.pages ? 'second' : flags.all || files.length > 0 ? undefined : 'first',
  })
  conclude(title, tested.failed === 0, since)
  return tested
}

function conclude(title: string, isGood: boolean, since: number): void {
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  const line = `  ${isGood ? '✓' : '✗'} ${title.padEnd(34)} ${`${seconds} s`.padStart(7)}  ${isGood ? 'ok' : 'failed'}`
  process.stdout.write(`${line}\n`)
  summary.push(line)
  if (!isGood) failures.push(title)
}
