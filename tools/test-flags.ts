import { parseArgs } from 'node:util'
import { BROWSER_NAMES } from './browsers.ts'

const OPTIONS = {
  all: { type: 'boolean' },
  'without-browser': { type: 'boolean' },
  pages: { type: 'boolean' },
  only: { type: 'string' },
  browser: { type: 'string' },
  workers: { type: 'string' },
  'database-url': { type: 'string' },
  overwrite: { type: 'boolean' },
  verbose: { type: 'boolean' },
} as const

/** Reads the options of `npm test`. @throws Error for unknown options or combinations */
export function readTestFlags(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  if (values['database-url'] !== undefined && values.workers !== undefined) {
    throw new Error('On one database test files take turns: leave out --workers or --database-url.')
  }
  const browser = BROWSER_NAMES.find((name) => name === values.browser)
  if (values.browser !== undefined && (!browser || values.only !== 'system')) {
    throw new Error(`In one browser: npm run e2e -- --browser ${BROWSER_NAMES.join('|')}`)
  }
  if (positionals.length > 0 && values.only !== 'tests') throw new Error('Files are of one step: --only tests.')
  return { ...values, browser, files: positionals }
}

type OnDatabase = Partial<Pick<ReturnType<typeof readTestFlags>, 'database-url' | 'overwrite'>>

/** Only a flag sets the tests' database: a variable of the environment must not replace both silently. */
export function databaseEnvironment(flags: OnDatabase): NodeJS.ProcessEnv {
  return { DATABASE_URL: flags['database-url'], OVERWRITE_DATABASE: flags.overwrite ? 'true' : undefined }
}
