import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Database, digestRows, listTables, openDatabase, withTables } from '@countersign/service/sql'
import { closeAfterTest, copyEmptyDatabase, databaseForTest, temporaryFolder } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADD_CLIENT, refusal, runCommand, startQuietly } from '../../test/command-line.ts'
import { generateSecrets } from '../secrets.ts'
import type { RunningServer } from '../server.ts'
import { type BackupPart, checkBackupFile, writeBackupFile } from './backup-file.ts'
import { copyDatabase } from './copy-database.ts'
import { moveAll } from './restore.ts'

const PEOPLE = 1_234
const ADMIN_TOKEN = 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kC'
const folder = temporaryFolder()
const running = join(folder, 'running')
const backup = join(folder, 'one.backup')
const abandoned = join(running, 'copies', 'copy-abandoned')
let server: RunningServer

const run = (dataDirectory: string, parameters: readonly string[], env = {}) =>
  runCommand(parameters, { DATA_DIR: dataDirectory, INIT_CWD: folder, ...env })

async function succeed(dataDirectory: string, parameters: readonly string[]): Promise<string> {
  const { code, said, complaint } = await run(dataDirectory, parameters)
  expect({ code, complaint }).toMatchObject({ code: 0 })
  return said
}

/** Values that are easily lost: null, empty, quotes, line ends, bytes, bits, JSON and its null. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(`insert into core.accounts select gen_random_uuid() from generate_series(1, ${PEOPLE})`)
  await pool.query(`insert into core.sessions (user_id, token_sha256, session_id, scope, method_id, user_agent, network, idle_expires_at, absolute_expires_at)
    select user_id, sha256(user_id::text::bytea), gen_random_uuid(), 'full', gen_random_uuid(), E'a "quoted" \\\\ line\\nand \\u2028 日本語', '', now(), 'infinity'
      from core.accounts limit 3`)
  await pool.query(`insert into core.vaults (user_id, vault_id, gen, etag, head)
    select user_id, '', 9007199254740993, '"1"', 'null' from core.accounts limit 3`)
  await pool.query(`insert into core.vault_items (user_id, item_id, gen, record)
    select user_id, gen_random_uuid(), 1, '{"ct": "AAAA", "n": 1.10, "a": [null, "\\u00e9"]}' from core.vaults`)
  await pool.query(`insert into provider.grants (grant_id, client_id, user_id, refresh_token_expires_at, access_token_expires_at, expires_at,
                                               leaves_at, refresh_token_hash, access_token_salt, scopes, masked_userinfo_key)
    values (gen_random_uuid(), '', '', now(), now(), now(), '2126-11-22 12:00:00.123456+02', '\\x00ff', '', array['a b', 'NULL', '', '{"'], repeat('10', 128)::bit(256))`)
}

async function digestsOf(database: Database) {
  return withTables(database, async (connection) => {
    const digests = []
    for (const table of await listTables(connection)) {
      digests.push({ table: table.name, ...(await digestRows(connection, table)) })
    }
    return digests
  })
}

beforeAll(async () => {
  mkdirSync(abandoned, { recursive: true })
  utimesSync(abandoned, 0, 0)
  const env = { DATA_DIR: copyEmptyDatabase(running), ADMIN_TOKEN, ...(await generateSecrets()) }
  server = await startQuietly(env, 'provider', 'core')
  if (server.database) await fill(server.database)
  await succeed(running, ADD_CLIENT)
  writeFileSync(join(running, 'secrets.json'), '{}')
})
afterAll(async () => {
  await server.close()
})

test('as a server starts, it removes what a backup has left that was killed', () => {
  expect(existsSync(abandoned)).toBe(false)
})

describe('a backup beside the process that holds the database', () => {
  let said: string
  beforeAll(async () => {
    said = await succeed(running, ['backup', 'one.backup'])
  })

  test('is one file for its owner alone, and leaves nothing else behind', () => {
    expect(said).toContain(`Wrote ${backup}: 1,2`)
    expect(said).toContain('With it: secrets.json')
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['one.backup', 'running'])
    expect(readdirSync(join(running, 'copies'))).toEqual([])
  })

  test('does not overwrite', async () => {
    const before = readFileSync(backup)
    expect(await run(running, ['backup', 'one.backup'])).toMatchObject(refusal('one.backup is there already'))
    expect(readFileSync(backup).equals(before)).toBe(true)
  })

  test('is restored with every row as it was, but for sessions, and moved from there to a PostgreSQL', async () => {
    const restored = join(folder, 'restored')
    // As a restore leaves that was killed at its end.
    mkdirSync(restored)
    copyFileSync(join(running, 'secrets.json'), join(restored, 'secrets.json'))
    expect(await succeed(restored, ['restore', backup])).toContain('each compared. Everybody is signed out.')
    expect(readdirSync(restored).toSorted()).toEqual(['database', 'lock.db', 'secrets.json'])
    const url = await databaseForTest()
    const move = () => run(restored, ['export-to-postgres'], { DATABASE_URL: url })
    expect(await move()).toMatchObject({ code: 0, said: expect.stringContaining('each compared.') })

    const digests = server.database ? await digestsOf(server.database) : []
    expect(digests).toContainEqual(expect.objectContaining({ table: 'core.accounts', rows: PEOPLE }))
    const expected = digests.map((found) =>
      found.table === 'core.sessions' ? { table: found.table, rows: 0, digest: '' } : found,
    )
    const target = closeAfterTest(await openDatabase({ databaseUrl: url }))
    expect(await digestsOf(target)).toEqual(expected)
  })

  test('is told by the server that runs, in its health report and by doctor', async () => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const answer = await fetch(`${server.url}/api/admin/health/`, { headers })
    const report: { last_backup_at: string } = JSON.parse(await answer.text())
    expect(Math.abs(new Date(report.last_backup_at).getTime() - statSync(backup).mtimeMs)).toBeLessThan(60_000)
    expect((await run(running, ['doctor'])).said).toContain(report.last_backup_at)
  })

  test('is not restored over anything', async () => {
    const used = join(folder, 'used')
    mkdirSync(used)
    writeFileSync(join(used, 'secrets.json'), 'mine')
    expect((await run(used, ['restore', backup])).complaint).toContain('is not empty: it has secrets.json')
    expect((await run(running, ['restore', backup])).complaint).toContain('is not empty: it has database')
    expect(readdirSync(used)).toEqual(['secrets.json'])
    rmSync(join(used, 'secrets.json'))
    symlinkSync(join(folder, 'nowhere'), join(used, 'secrets.json'))
    expect((await run(used, ['restore', backup])).complaint).toContain('is not empty: it has secrets.json')
  })

  test('leaves nothing of it when the restore fails in its last step', () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    mkdirSync(join(from, 'database'), { recursive: true })
    mkdirSync(join(to, 'database', 'in the way'), { recursive: true })
    writeFileSync(join(from, 'secrets.json'), '{}')
    expect(() => moveAll(['secrets.json', 'database'], from, to)).toThrow('ENOTEMPTY')
    expect(readdirSync(to)).toEqual(['database'])
    for (const each of [from, to]) rmSync(each, { recursive: true })
  })

  test('is given up, with a sentence, when it would hold up the server for too long', async () => {
    const copying = server.database && copyDatabase(server.database, running, 0)
    await expect(copying).rejects.toThrow('Stop the server for the backup')
    expect(readdirSync(join(running, 'copies'))).toEqual([])
  })
})

describe('a file that is not what was written', () => {
  const target = join(folder, 'nothing')
  const lines = () => gunzipSync(readFileSync(backup)).toString().split('\n')
  const keep = (isKept: (line: string) => boolean) => lines().filter(isKept).join('\n')
  const flipByte = () => readFileSync(backup).map((byte, index) => (index === 500 ? byte ^ 1 : byte))
  const change = (from: string, to: string) => gzipSync(lines().join('\n').replace(from, to))

  test.each<[string, () => Uint8Array]>([
    ['was cut short', () => readFileSync(backup).subarray(0, -40)],
    ['has one other byte', flipByte],
    ['lost its last line', () => gzipSync(`${lines().slice(0, -2).join('\n')}\n`)],
    ['lost a row', () => gzipSync(keep((line) => !line.includes('quoted')))],
    ['has another value', () => change('My App', 'My Bank')],
    ['goes on after its end', () => gzipSync(`${lines().join('\n')}["a"]\n`)],
    ['is something else', () => Buffer.from('hello')],
    ['is empty', () => Buffer.alloc(0)],
  ])('%s is refused before anything is made', async (name, contentOf) => {
    const damaged = join(folder, `${name}.backup`)
    writeFileSync(damaged, contentOf())
    const damage = 'is damaged, was cut short, or is no backup'
    expect(await run(target, ['restore', damaged])).toMatchObject(refusal(damage))
    expect(existsSync(target)).toBe(false)
  })

  test('is a pipe, which cannot be read twice, is refused as such', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await run(target, ['restore', pipe])).toMatchObject(refusal('is no regular file'))
  })
})

test.each([
  ['a later version', '9999-later.sql'],
  ['a version before the baseline', '0001-accounts.sql'],
])('a backup of %s is refused with what to do, before anything is made', async (name, migration) => {
  const path = join(folder, `${name}.backup`)
  const header = await checkBackupFile(backup)
  const migrations = [...header.migrations.slice(0, -1), { schema: 'core', name: migration, checksum: 'other' }]
  async function* noParts(): AsyncGenerator<BackupPart> {}
  await writeBackupFile(path, { ...header, program: '9.8.7', migrations }, noParts())
  const restoring = run(join(folder, 'other'), ['restore', path])
  const { code, complaint } = await restoring
  expect({ code, complaint }).toEqual({
    code: 1,
    complaint: expect.stringMatching(/9\.8\.7, with migrations.*commit daf162d2/),
  })
  expect(existsSync(join(folder, 'other'))).toBe(false)
})

describe('moving to a PostgreSQL', () => {
  const url = 'postgresql://nobody@127.0.0.1:1/nothing'

  test('is refused beside a running server, and without a database', async () => {
    const move = (dataDirectory: string) => run(dataDirectory, ['export-to-postgres', '--to', url])
    expect((await move(running)).complaint).toContain('is in use by process')
    expect((await move(join(folder, 'nowhere'))).complaint).toContain('There is no database in')
  })

  test('has one backed up by its own means', async () => {
    const { complaint } = await run(running, ['backup', 'no.backup'], { DATABASE_URL: url })
    expect(complaint).toContain('DATABASE_URL is set')
  })
})
