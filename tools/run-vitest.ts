import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserName, provideBrowser, provideExtensibleChromium, provideFastChromium } from './browsers.ts'
import { run } from './command.ts'
import { PAGES, type Project } from './test-projects.ts'

export type Wanted = {
  readonly workers?: string | undefined
  /** Of browser tests, the first rank, the second, or both (the default). */
  readonly rank?: 'first' | 'second' | undefined
  readonly withoutBrowser?: boolean | undefined
  /** All by default. */
  readonly files?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The fastest Chromium by default. */
  readonly browsers?: readonly BrowserName[] | undefined
  /** Prefix of the command. */
  readonly within?: readonly string[]
  readonly onReport?: (report: VitestReport) => void
}

/** Runs projects in one visible run, and counts tests from vitest's report. */
export async function runVitest(projects: readonly Project[], wanted: Wanted): Promise<TestCounts> {
  const needsBrowser = projects.includes('system') && !wanted.withoutBrowser
  const browsers = needsBrowser ? await findBrowsers(wanted.browsers) : {}
  if (browsers) return runProjects(projects, wanted, browsers)
  // A missing browser is a failure.
  const counts = await runProjects(projects, { ...wanted, withoutBrowser: true }, {})
  return { ...counts, failed: counts.failed + 1 }
}

/** Variables that name the browsers; undefined if the only one, or Chromium, is missing. */
async function findBrowsers(chosen?: readonly BrowserName[]): Promise<NodeJS.ProcessEnv | undefined> {
  const names = chosen ?? ['chromium']
  const env: NodeJS.ProcessEnv = { BROWSERS: names.join(' ') }
  for (const name of names) {
    try {
      Object.assign(env, await (chosen ? provideBrowser(name) : provideFastChromium()))
      if (name === 'chromium') Object.assign(env, await provideExtensibleChromium())
    } catch (error) {
      process.stdout.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`)
      if (names.length === 1 || name === 'chromium') return undefined
    }
  }
  return env
}

async function runProjects(
  projects: readonly Project[],
  wanted: Wanted,
  browsers: NodeJS.ProcessEnv,
): Promise<TestCounts> {
  const { workers, files = [], rank, withoutBrowser, within = [] } = wanted
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  const file = join(folder, 'report.json')
  const command = [
    ...within,
    'vitest',
    'run',
    ...files,
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    ...(rank === undefined ? [] : [`--tags-filter=${rank === 'first' ? '!' : ''}${PAGES}`]),
    ...(withoutBrowser ? ['--exclude=e2e/browser/**'] : []),
  ]
  // Colours would hide the numbers in logs.
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const env = { TMPDIR: temporaryFolder(), ...wanted.env, ...colours, ...browsers }
  const { code } = await run(command, { show: true, env })
  try {
    const report: VitestReport | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    if (report) wanted.onReport?.(report)
    return countTests(report, code, rank)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

/** Memory in place of a disk, where Linux has enough that may hold programs: a fifth less time for tests with a database. */
function temporaryFolder(): string {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.find((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3] ?? 'noexec'
  return bavail * bsize >= ENOUGH_BYTES && !options.split(',').includes('noexec') ? MEMORY : tmpdir()
}

export type TestCounts = {
  readonly passed: number
  readonly failed: number
  /** With the reason. */
  readonly skipped: readonly string[]
  /** Of the rank that the run leaves out. */
  readonly leftOut: number
}

export type VitestReport = {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly testResults?: readonly {
    readonly name?: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly tags?: readonly string[]
    }[]
  }[]
}

const NOT_RUN = new Set(['pending', 'skipped', 'todo', 'disabled'])

/** A file that does not load counts as one failure, like a run that fails without a failed test (a crash) or has no test. */
export function countTests(report: VitestReport | undefined, code: number, rank?: Wanted['rank']): TestCounts {
  const files = report?.testResults ?? []
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + broken.length
  const notRun = tests.filter(({ status }) => NOT_RUN.has(status))
  const skipped = notRun.filter(({ tags = [] }) => !rank || tags.includes(PAGES) === (rank === 'second'))
  return {
    passed,
    failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
    skipped: skipped.map(({ fullName }) => fullName),
    leftOut: notRun.length - skipped.length,
  }
}

/** CI reads it. */
export function describeCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}

/** Clock ticks a second in /proc, on every Linux. */
const TICKS = 100

/** How long the run has taken. */
export function describeTime(): string {
  return `${(performance.now() / 1_000).toFixed(0)} s${describeCpuTime()}`
}

/** Of this process and those that it started; empty without /proc. Chromium is killed with its worker, and is not counted. */
function describeCpuTime(): string {
  try {
    // proc(5): utime, stime, cutime and cstime are the fields 14 to 17; the name before them may hold spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    const [user, system] = [utime + cutime, stime + cstime].map((ticks) => (ticks / TICKS).toFixed(0))
    return `, CPU ${user} s user and ${system} s system (without Chromium's)`
  } catch {
    return ''
  }
}

/** Long test files, each with the coverage that its first line states. @throws Error for one without that line */
export function listLongTests(root: string): readonly string[] {
  const exclude = ['**/node_modules/**', '**/dist/**']
  return globSync('**/*.long.test.ts', { cwd: root, exclude })
    .toSorted()
    .map((file) => {
      const [, covers] = /^\/\/ Long: (.+)\.\n/.exec(readFileSync(join(root, file), 'utf8')) ?? []
      if (!covers) throw new Error(`${file} must begin with "// Long: " and what it covers.`)
      return `${file}: ${covers}`
    })
}

/** Tests that passed in one run and failed in another, a file that does not load included. */
export function listUnsteady(reports: readonly VitestReport[]): readonly string[] {
  const outcomes = reports.flatMap(({ testResults = [] }) =>
    testResults.flatMap(({ name = '', status, assertionResults }) => [
      { name, status },
      ...assertionResults.map((test) => ({ name: `${name}: ${test.fullName}`, status: test.status })),
    ]),
  )
  const having = (wanted: string) => new Set(outcomes.filter(({ status }) => status === wanted).map(({ name }) => name))
  const failed = having('failed')
  return [...having('passed')].filter((name) => failed.has(name))
}
