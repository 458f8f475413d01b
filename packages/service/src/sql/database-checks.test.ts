import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  closeAfterTest,
  copyEmptyDatabase,
  createTestDatabase,
  recordLog,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { afterAll, expect, test } from 'vitest'
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

const disk = temporaryFolder()
const dataDirectory = join(disk, 'data')
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).status === 0

afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk])
})

const ballast = join(disk, 'ballast')
/** A user that may not mount a disk is not root, so file permissions can block its writes. */
const [fault, harm, mend] = isMounted
  ? ['is full', () => writeFileSync(ballast, Buffer.alloc(40 * 1024 * 1024)), () => rmSync(ballast)]
  : [
      'takes no more files (THIS MACHINE LETS NOBODY MOUNT A SMALL DISK)',
      () => chmodSync(dataDirectory, 0o500),
      () => chmodSync(dataDirectory, 0o700),
    ]

test(`the embedded database is not ready while its disk ${fault}`, async () => {
  const embedded = closeAfterTest(await openDatabase({ dataDirectory: copyEmptyDatabase(dataDirectory) }))
  const server = createHttpServer({ logger: recordLog().logger })
  mountHealth(server, embedded.checks, 0)
  const ask = async () => {
    const answer = await server.inject('/health/ready')
    return [answer.statusCode, answer.json().checks]
  }
  expect(await ask()).toEqual([200, { database: 'ok', disk: 'ok' }])
  harm()
  expect(await ask()).toEqual([503, { database: 'ok', disk: 'unavailable' }])
  mend()
  expect(await ask()).toEqual([200, { database: 'ok', disk: 'ok' }])
}, 60_000)
