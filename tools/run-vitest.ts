import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserName, provideBrowser, provideExtensibleChromium, provideFastChromium } from './browsers.ts'
import { run } from './command.ts'

/** The projects of vitest.config.ts. */
export const PROJECTS = ['unit', 'browser'] as const

export type Project = (typeof PROJECTS)[number]

export type Wanted = {
  readonly workers?: string | undefined
  /** All by default. */
  readonly files?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The fastest Chromium by default. */
  readonly browsers?: readonly BrowserName[] | undefined
}

/** Runs projects in one visible run, and counts tests from vitest's report. */
export async function runVitest(projects: readonly Project[], wanted: Wanted): Promise<TestCounts> {
  const browsers = projects.includes('browser') ? await findBrowsers(wanted.browsers) : {}
  // A missing browser is a failure.
  const runnable = projects.filter((name) => name !== 'browser' || browsers !== undefined)
  const counts = runnable.length > 0 ? await runProjects(runnable, wanted, browsers) : NONE
  return browsers === undefined ? { ...counts, failed: counts.failed + 1 } : counts
}

const NONE: TestCounts = { passed: 0, failed: 0, skipped: [] }

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
  browsers: NodeJS.ProcessEnv = {},
): Promise<TestCounts> {
  const { workers, files = [] } = wanted
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  const file = join(folder, 'report.json')
  const command = [
    'vitest',
    'run',
    ...files,
    ...projects.map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
  ]
  // Colours would hide the numbers in logs.
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const env = { TMPDIR: temporaryFolder(), ...wanted.env, ...colours, ...browsers }
  const { code } = await run(command, { show: true, env })
  try {
    return countTests(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, code)
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
}

export type VitestReport = {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly testResults?: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const NOT_RUN = new Set(['pending', 'skipped', 'todo', 'disabled'])

/** A file that does not load counts as one failure, like a run that fails without a failed test (a crash) or has no test. */
export function countTests(report: VitestReport | undefined, code: number): TestCounts {
  const files = report?.testResults ?? []
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const passed = report?.numPassedTests ?? 0
  const failed = (report?.numFailedTests ?? 0) + broken.length
  return {
    passed,
    failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
    skipped: tests.filter(({ status }) => NOT_RUN.has(status)).map(({ fullName }) => fullName),
  }
}

/** CI reads it. */
export function describeCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
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
