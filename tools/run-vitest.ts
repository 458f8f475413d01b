import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserName, provideBrowser } from './browsers.ts'
import { run } from './command.ts'
import { countTests, type TestCounts } from './test-report.ts'

/** The projects of vitest.config.ts. */
export const PROJECTS = ['unit', 'browser'] as const

export type Project = (typeof PROJECTS)[number]

export type Wanted = {
  readonly workers?: string | undefined
  /** All of them, if left out. */
  readonly files?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** For the tests that run in each browser. */
  readonly browsers?: readonly BrowserName[]
}

/** Runs projects in full view, in one run that keeps every core busy, and counts tests from vitest's own report. */
export async function runVitest(projects: readonly Project[], wanted: Wanted): Promise<TestCounts> {
  const browsers = projects.includes('browser') ? await findBrowsers(wanted.browsers ?? ['chromium']) : {}
  // Without a browser the tests have failed, not vanished.
  const runnable = projects.filter((name) => name !== 'browser' || browsers !== undefined)
  const counts = runnable.length > 0 ? await runProjects(runnable, wanted, browsers) : NONE
  return browsers === undefined ? { ...counts, failed: counts.failed + 1 } : counts
}

const NONE: TestCounts = { passed: 0, failed: 0, skipped: [] }

/** The variables that name the browsers to the tests; undefined if the only one, or Chromium, is missing. */
async function findBrowsers(names: readonly BrowserName[]): Promise<NodeJS.ProcessEnv | undefined> {
  const env: NodeJS.ProcessEnv = { BROWSERS: names.join(' ') }
  for (const name of names) {
    try {
      Object.assign(env, await provideBrowser(name))
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
  const file = join(tmpdir(), `countersign-tests-${process.pid}.json`)
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
  // Colours would hide the numbers from a program that reads the log.
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const env = { ...wanted.env, ...colours, ...browsers }
  const { code } = await run(command, { show: true, env })
  try {
    return countTests(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, code)
  } finally {
    rmSync(file, { force: true })
  }
}
