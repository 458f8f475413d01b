import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, recordLog, startBeforeAll, temporaryFolder } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { createHttpServer } from '../http/http-server.ts'
import type { Sql } from '../sql/sql.ts'
import { createLogger } from './logger.ts'

const SECRET = 'hunter2'

const SECRET_FIELDS =
  'authorization cookie x-service-token password client_secret client_assertion code code_verifier ' +
  'access_token refresh_token data_token session_token authorization_code rec_auth claims'

function logged(fields: object): string {
  const { logger, lines } = recordLog()
  logger.info(fields, 'message')
  return lines.join('')
}

const folder = temporaryFolder()
const MODULE = JSON.stringify(new URL('logger.ts', import.meta.url).href)
const hasFullDisk = existsSync('/dev/full')
const whether = hasFullDisk ? '' : ' (not run: this system has no /dev/full)'

describe('the logger', () => {
  test.each(SECRET_FIELDS.split(' '))(
    'never writes %s, on its own, in a body or in the headers of a request',
    (field) => {
      expect(logged({ [field]: SECRET })).not.toContain(SECRET)
      expect(logged({ body: { [field]: SECRET } })).not.toContain(SECRET)
      expect(logged({ request: { headers: { [field]: SECRET } } })).not.toContain(SECRET)
      expect(logged({ [field]: { nested: SECRET } })).not.toContain(SECRET)
      expect(logged({ bodies: [{ [field]: SECRET }] })).not.toContain(SECRET)
      expect(logged({ a: { b: { c: { d: { [field]: SECRET } } } } })).not.toContain(SECRET)
    },
  )

  test('writes a JSON object a line, with the level by name and a readable time', () => {
    const line = logged({ event: 'request', status: 200 })
    expect(line.endsWith('\n')).toBe(true)
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      event: 'request',
      status: 200,
      msg: 'message',
    })
  })

  test('writes an error whole: its name, its message and where it comes from', () => {
    const { err } = JSON.parse(logged({ err: new TypeError('count is not a number', { cause: new Error('deep') }) }))
    expect(err).toMatchObject({ type: 'TypeError', message: expect.stringContaining('count is not a number') })
    expect(err.stack).toContain('logger.test.ts')
  })

  test('does not change what it was given', () => {
    const fields = { body: { password: SECRET } }
    logged(fields)
    expect(fields.body.password).toBe(SECRET)
  })

  test('writes a date, the entries of a map, and a URL without its password and query string', () => {
    const at = new Date(0)
    const url = new URL(`https://ada:${SECRET}@id.example/path?key=${SECRET}#${SECRET}`)
    const line = logged({ url, nested: { at, url, map: new Map([['ada', { password: SECRET, age: 36 }]]) } })
    expect(JSON.parse(line)).toMatchObject({
      url: 'https://id.example/path',
      nested: { at: at.toJSON(), url: 'https://id.example/path', map: { ada: { password: '[redacted]', age: 36 } } },
    })
    expect(line).not.toContain(SECRET)
  })

  test('loses no line to a file at an exit, and only its owner may read it', () => {
    const file = join(folder, 'early-exit.log')
    const script = `
      import { createLogger } from ${MODULE}
      const logger = createLogger({ level: 'info', file: ${JSON.stringify(file)} })
      for (let line = 0; line < 1000; line += 1) logger.info({ line }, 'counted')
      process.exit(0)`
    execFileSync(process.execPath, ['--input-type=module', '--eval', script])
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1000)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test.runIf(hasFullDisk)(
    `a disk without room ends no process, and no process waits for it at its end${whether}`,
    () => {
      const script = `
      import { createLogger } from ${MODULE}
      const logger = createLogger({ level: 'info', file: '/dev/full' })
      let lines = 0
      const log = () => {
        logger.info({ text: 'x'.repeat(5_000) })
        if ((lines += 1) < 20) setTimeout(log, 1)
        else process.stdout.write('still here')
      }
      log()`
      const run = () => execFileSync(process.execPath, ['--input-type=module', '--eval', script], { timeout: 10_000 })
      expect(run().toString()).toBe('still here')
    },
  )

  test('a full file is kept once and restarted, so that both stay small and hold the newest lines', async () => {
    const file = join(folder, 'full.log')
    const logger = createLogger({ level: 'info', file, maximumFileBytes: 10_000 })
    const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
    for (let round = 0; round < 20; round += 1) {
      for (let line = 0; line < 20; line += 1) logger.info({ line: `${round}/${line}` })
      await expect.poll(() => read(`${file}.1`) + read(file)).toContain(`"${round}/19"`)
    }
    expect(read(file).length).toBeLessThan(10_000)
    expect(read(`${file}.1`).length).toBeLessThan(20_000)
    expect(read(`${file}.1`)).toContain('"line"')
    expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600)
  })
})

const FAILING: [string, (sql: Sql) => Promise<unknown>, object][] = [
  [
    'a row that is there already',
    (sql) => sql`insert into public.people values (${SECRET}, 1)`,
    { code: '23505', table: 'people', constraint: 'people_pkey', message: expect.stringContaining('people_pkey') },
  ],
  [
    'a row without a value that it needs',
    (sql) => sql`insert into public.people values (${`${SECRET}!`}, null)`,
    { code: '23502', column: 'born', message: expect.stringContaining('born') },
  ],
  ['text where a number is due', (sql) => sql`select ${SECRET}::text::integer`, { code: '22P02' }],
]

describe('a statement that the database refuses', () => {
  const database = startBeforeAll(async () => {
    const made = await createTestDatabase('postgresql')
    await made.sql`create table public.people (name text primary key, born integer not null)`
    await made.sql`insert into public.people values (${SECRET}, 1)`
    return made
  })

  test.each(FAILING)('because of %s is logged without the values that it held', async (_case, run, fields) => {
    const { logger, lines, entries } = recordLog('error')
    const app = createHttpServer({ logger })
    app.get('/', () => run(database.sql))
    app.get('/wrapped', async () => {
      const cause = await run(database.sql).catch((error: unknown) => error)
      throw new Error('The migration failed.', { cause })
    })
    for (const url of ['/', '/wrapped']) expect((await app.inject(url)).statusCode).toBe(500)
    expect(lines.join()).not.toContain(SECRET)
    const [plain, wrapped] = entries().map(({ err }) => err)
    expect(plain).toMatchObject({ type: 'DatabaseError', stack: expect.stringContaining('sql.ts'), ...fields })
    expect(wrapped).toMatchObject({ message: 'The migration failed.', cause: fields })
  })
})
