import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stopOrphans } from './postgres-server.ts'

/** No process has so high a number. */
const ENDED = 2 ** 30
const folderOf = (pid: number) => join(tmpdir(), `countersign-postgres-${pid}-${process.pid}`)

afterEach(() => {
  for (const pid of [1, ENDED]) rmSync(folderOf(pid), { recursive: true, force: true })
})

test.each([
  ['removed after its run was killed', ENDED, process.getuid?.(), false],
  ['kept while its run goes on, as another user', 1, process.getuid?.(), true],
  ['kept where it is another user’s', ENDED, -1, true],
])('the folder of a PostgreSQL for tests is %s', (_what, pid, uid, isKept) => {
  mkdirSync(folderOf(pid))
  stopOrphans(uid)
  expect(existsSync(folderOf(pid))).toBe(isKept)
})
