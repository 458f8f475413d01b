import { afterEach, expect, test, vi } from 'vitest'
import { run } from './command.ts'
import { databaseEnvironment, readTestFlags } from './test-flags.ts'

const DATABASE_URL = 'postgresql://127.0.0.1/test'

afterEach(() => void vi.unstubAllEnvs())

test('several files at once on one database are refused: each would empty it for the others', () => {
  expect(readTestFlags(['--database-url', DATABASE_URL])['database-url']).toBe(DATABASE_URL)
  expect(readTestFlags(['--workers', '4']).workers).toBe('4')
  expect(() => readTestFlags(['--workers', '4', '--database-url', DATABASE_URL])).toThrow('take turns')
})

test('a browser is one of three, and for the browser tests alone', () => {
  expect(readTestFlags(['--only', 'system', '--browser', 'webkit']).browser).toBe('webkit')
  expect(readTestFlags(['--only', 'system']).browser).toBeUndefined()
  expect(() => readTestFlags(['--only', 'system', '--browser', 'opera'])).toThrow('chromium|firefox|webkit')
  expect(() => readTestFlags(['--browser', 'webkit'])).toThrow('npm run e2e')
})

test('files and folders are those of one step', () => {
  expect(readTestFlags(['--only', 'tests', 'cli', 'tools']).files).toEqual(['cli', 'tools'])
  expect(() => readTestFlags(['cli'])).toThrow('--only tests')
})

test.each([
  ['the flag gives', ['--database-url', DATABASE_URL, '--overwrite'], [DATABASE_URL, 'true']],
  ['is merely in the environment', [], [null, null]],
])('the tests get the database that %s: %j, %j', async (_which, args, expected) => {
  vi.stubEnv('DATABASE_URL', 'postgresql://127.0.0.1/somebodys')
  vi.stubEnv('OVERWRITE_DATABASE', 'true')
  const program = 'JSON.stringify([process.env.DATABASE_URL, process.env.OVERWRITE_DATABASE])'
  const { output } = await run(['node', '-p', program], { env: databaseEnvironment(readTestFlags(args)) })
  expect(JSON.parse(output)).toEqual(expected)
})
