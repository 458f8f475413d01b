// Long: the embedded database killed, closed and locked on a real disk.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs, { readdirSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { closeAfterTest, copyEmptyDatabase, temporaryFolder } from '@countersign/testing'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'

const directory = temporaryFolder()

const MEGABYTE = 1024 * 1024
const ROWS_BEFORE_THE_KILL = 150

/** Writes rows in another process and kills it midway; returns the last acknowledged row. */
async function writeUntilKilled(dataDirectory: string): Promise<number> {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url).href)}
    const { sql } = await openDatabase({ dataDirectory: ${JSON.stringify(dataDirectory)} })
    await sql\`create table if not exists public.kept (number integer primary key)\`
    const [row] = await sql\`select coalesce(max(number), 0) as last from public.kept\`
    for (let number = row.last + 1; ; number += 1) {
      await sql\`insert into public.kept values (\${number})\`
      process.stdout.write(number + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let acknowledged = 0
  let written = 0
  for await (const line of createInterface(child.stdout)) {
    acknowledged = Number(line)
    written += 1
    if (written === ROWS_BEFORE_THE_KILL) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return acknowledged
}

describe('the embedded database', () => {
  test('loses no acknowledged row when it is killed while writing', async () => {
    const killed = copyEmptyDatabase(join(directory, 'killed'))
    for (const round of [1, 2]) {
      const acknowledged = await writeUntilKilled(killed)
      expect(acknowledged).toBeGreaterThanOrEqual(round * ROWS_BEFORE_THE_KILL)
      const { sql, close } = await openAt(killed)
      const [row] = await sql<{
        rows: number
        last: number
      }>`select count(*)::int as rows, max(number) as last from public.kept`
      await close()
      expect(row?.rows).toBe(row?.last)
      expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
    }
  }, 60_000)

  // The page cache outlives a killed process, so only the system calls themselves show it.
  test('has the disk sync its log before it acknowledges an insert', async () => {
    const { sql, close } = await openAt(copyEmptyDatabase(join(directory, 'durable')))
    await sql`create table public.kept (number integer primary key)`
    const fsync = vi.spyOn(fs, 'fsyncSync')
    syncBuiltinESMExports()
    try {
      await sql`insert into public.kept values (1)`
      expect(fsync).toHaveBeenCalled()
    } finally {
      fsync.mockRestore()
      syncBuiltinESMExports()
      await close()
    }
  })

  test('closes after a statement that was refused', async () => {
    const { sql, close } = await openAt(copyEmptyDatabase(join(directory, 'refused')))
    await expect(sql`select * from nowhere.at_all`).rejects.toHaveProperty('code', '42P01')
    await close()
  })

  test('survives a replaced client of the pool, as after ten idle seconds', async () => {
    const database = closeAfterTest(await openDatabase({ databaseUrl: undefined, dataDirectory: undefined }))
    const ask = () => database.sql`select ${1}::int as answer`
    await ask()
    const client = await database.pool.connect()
    client.release(true)
    expect(await ask()).toEqual([{ answer: 1 }])
  })

  test('stays small however often a large row is replaced', async () => {
    const busy = copyEmptyDatabase(join(directory, 'busy'))
    const database = await openDatabase({ dataDirectory: busy })
    await database.sql`create table public.vaults (id integer primary key, sealed bytea not null)`
    await database.sql`insert into public.vaults values (1, '')`
    for (let commit = 1; commit <= 60; commit += 1) {
      await database.sql`update public.vaults set sealed = ${randomBytes(MEGABYTE)} where id = 1`
      if (commit % 6 === 0) await database.maintain()
    }
    await database.close()
    // Empty it has 39 MB; without upkeep, 165.
    expect(sizeOf(busy)).toBeLessThan(100 * MEGABYTE)
  })

  test('is refused to a second opener', async () => {
    const shared = copyEmptyDatabase(join(directory, 'shared'))
    const { close } = await openAt(shared)
    await expect(openAt(shared)).rejects.toHaveProperty('name', 'DirectoryInUse')
    await close()
  })
})

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.reduce((total, file) => total + statSync(join(folder, file)).size, 0)
}

function openAt(dataDirectory: string) {
  return openDatabase({ dataDirectory })
}
