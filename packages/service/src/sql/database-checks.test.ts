import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  CAN_MOUNT,
  closeAfterTest,
  copyEmptyDatabase,
  createTestDatabase,
  isRoot,
  NO_MOUNT,
  NOT_AS_ROOT,
  onSmallDisk,
  recordLog,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mountHealth } from '../http/health.ts'
import { createHttpServer } from '../http/http-server.ts'
import { openDatabase } from './database.ts'
import { clockCheck, readClockOffset } from './database-checks.ts'

const database = startBeforeAll(() => createTestDatabase('postgresql'))

const ahead = (seconds: number) => () => new Date(Date.now() + seconds * 1000)

test.each([-31, 31, 86_400])('a process whose clock is %s s ahead of the database is not ready', async (seconds) => {
  await expect(clockCheck(database.sql, ahead(seconds)).check()).rejects.toThrow('The clock is off')
})

test.each([-29, 0, 29])('a process whose clock is %s s ahead of the database is ready', async (seconds) => {
  await expect(clockCheck(database.sql, ahead(seconds)).check()).resolves.toBeUndefined()
})

test('clock check: a late answer of the database is no offset', async () => {
  const times = [Date.now() - 60_000, Date.now() + 60_000]
  expect(await readClockOffset(database.sql, () => new Date(times.shift() ?? 0))).toBe(0)
})

describe('the embedded database', () => {
  const folder = temporaryFolder()

  test.skipIf(isRoot).each(['.', 'database', 'database/pg_wal'])(
    `is not ready while %s of its data directory takes no files${NOT_AS_ROOT}`,
    async (name) => {
      const dataDirectory = copyEmptyDatabase(join(folder, randomUUID()))
      const embedded = closeAfterTest(await openDatabase({ dataDirectory }))
      const server = createHttpServer({ logger: recordLog().logger })
      mountHealth(server, embedded.checks, 0)
      const ask = async () => {
        const answer = await server.inject('/health/ready')
        return [answer.statusCode, answer.json().checks]
      }
      expect(await ask()).toEqual([200, { database: 'ok', disk: 'ok' }])
      chmodSync(join(dataDirectory, name), 0o500)
      // The folder could not be removed otherwise.
      onTestFinished(() => chmodSync(join(dataDirectory, name), 0o700))
      expect(await ask()).toEqual([503, { database: 'ok', disk: 'unavailable' }])
      chmodSync(join(dataDirectory, name), 0o700)
      expect(await ask()).toEqual([200, { database: 'ok', disk: 'ok' }])
    },
  )

  test.skipIf(!CAN_MOUNT)(`is not ready while its disk is full${NO_MOUNT}`, async () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    const program = `
      import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
      import { checkDisk } from ${JSON.stringify(new URL('database-checks.ts', import.meta.url).href)}
      const check = async () => checkDisk(${JSON.stringify(disk)}).then(() => console.log('ok'), (error) => console.log(error.message))
      const ballast = ${JSON.stringify(join(disk, 'ballast'))}
      mkdirSync(${JSON.stringify(join(disk, 'database/pg_wal'))}, { recursive: true })
      await check()
      writeFileSync(ballast, Buffer.alloc(8 * 1024 * 1024))
      await check()
      rmSync(ballast)
      await check()`
    const node = [process.execPath, '--input-type=module', '--eval', program]
    const [command = '', ...parameters] = onSmallDisk(disk, '36m', node)
    const { stdout } = await promisify(execFile)(command, parameters)
    expect(stdout.split('\n')).toEqual(['ok', 'The disk of the data directory is full.', 'ok', ''])
  })
})
