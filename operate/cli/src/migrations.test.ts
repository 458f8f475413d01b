import { coreMigrations } from '@countersign/core'
import { providerMigrations } from '@countersign/provider'
import {
  describeMigrations,
  listApplied,
  listTables,
  type MigrationEffect,
  migrate,
  openDatabase,
  readMigrations,
  withTables,
} from '@countersign/service/sql'
import {
  byServingRole,
  closeAfterTest,
  createTestDatabase,
  databaseForTest,
  hasOwnServer,
  startBeforeAll,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { refusal, runCommand, startQuietly } from '../test/command-line.ts'
import { describeEffect, describePlan } from './commands/migrate.ts'
import { COMPONENTS, migrationsOf } from './components.ts'
import { generateSecrets } from './secrets.ts'

describe('migrations:', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql'))

  test('take nothing from older versions, or say from which version on', async () => {
    for (const migrations of migrationsOf(COMPONENTS)) {
      const names = new Set(readMigrations(migrations.folder).map(({ name }) => name))
      for (const { name, needsVersion, breaks } of await describeMigrations(database, migrations, names)) {
        // A line "-- contract: needs 1.2.0" says so (docs/adr/0061-expand-then-contract.md).
        expect({ name, isContraction: needsVersion !== undefined, breaks }).toEqual({
          name,
          isContraction: breaks.length > 0,
          breaks,
        })
      }
    }
  })

  test('make no table or object that a backup would miss', async () => {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
        where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('core', 'provider') order by name`,
    )
    const carried = await withTables(database, listTables)
    const left = tables.filter(({ name }) => !carried.some((table) => table.name === name))
    // Rows that a crash may lose, and the migrations of the database itself.
    expect(left.map(({ name }) => name)).toEqual([
      'core.migrations',
      'core.rate_limits',
      'provider.migrations',
      'provider.rate_limits',
    ])
    const { rows } = await database.pool.query(`select relname from pg_class where relkind = 'S'`)
    expect(rows).toEqual([])
  })

  test('are listed by a plan that changes nothing', async () => {
    const url = await databaseForTest()
    const server = closeAfterTest(await openDatabase({ databaseUrl: url }))
    await migrate(server, providerMigrations)
    expect(await describePlan(server, () => createTestDatabase('postgresql'))).toBe(
      ['core/0001-baseline.sql', 'core/0002-invitations.sql']
        .map((name) => `${name}\n  Expands: older versions keep running.\n  No locks.`)
        .join('\n'),
    )
    expect(await listApplied(server, coreMigrations)).toEqual([])
  })

  test.each<[string, Partial<MigrationEffect>, string]>([
    [
      'an expansion',
      {
        locks: [
          { table: 'core.a', blocks: 'writes' },
          { table: 'core.b', blocks: 'reads and writes' },
        ],
      },
      'Expands: older versions keep running.\n  core.a (8 kB): writes wait until it is done.\n  core.b (new): reads and writes wait until it is done.',
    ],
    [
      'a contraction',
      { needsVersion: '1.2.0', breaks: ['core.a loses b'] },
      'Contracts: stop every program older than 1.2.0 first. None of them starts again.\n  No locks.',
    ],
    [
      'a takeover',
      { isTakeover: true },
      'Takes over the tables of commit daf162d2 with their rows, and takes away what its programs use: stop every one first. None of them starts again.',
    ],
  ])('are described: %s', (_kind, effect, text) => {
    const whole = {
      name: '0002-next.sql',
      needsVersion: undefined,
      breaks: [],
      locks: [],
      isTakeover: false,
      ...effect,
    }
    expect(describeEffect('core', whole, new Map([['core.a', '8 kB']]))).toBe(`core/0002-next.sql\n  ${text}`)
  })
})

describe.runIf(hasOwnServer)('a serving role', () => {
  const secrets = generateSecrets()
  /** A database with its schemas, migrated but for the files left out, and its address by the serving role. */
  async function startDatabase(only?: ReadonlySet<string>) {
    const url = await databaseForTest()
    const server = closeAfterTest(await openDatabase({ databaseUrl: url }))
    for (const migrations of migrationsOf(COMPONENTS)) await migrate(server, migrations, only && { only })
    return { url, servingUrl: await byServingRole(url) }
  }
  const serve = async (url: string) => startQuietly({ DATABASE_URL: url, ...(await secrets) }, 'provider', 'core')

  test('is told to have an old schema migrated, and serves once it is', async () => {
    const { url, servingUrl } = await startDatabase(new Set())
    await expect(serve(servingUrl)).rejects.toThrow(
      /^The schema provider is not that of this version, .*countersign migrate/,
    )
    expect(await runCommand(['migrate'], { DATABASE_URL: servingUrl })).toMatchObject(refusal('may not change it'))
    expect(await runCommand(['migrate'], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    const server = closeAfterTest(await serve(servingUrl))
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  })

  test('changes no table or migration record, and doctor tells it from the owner', async () => {
    const { url, servingUrl } = await startDatabase()
    const serving = closeAfterTest(await openDatabase({ databaseUrl: servingUrl }))
    const denied = { cause: { code: '42501' } }
    await expect(serving.sql`alter table core.accounts add column spy text`).rejects.toMatchObject(denied)
    await expect(serving.sql`create table core.spies (id int)`).rejects.toMatchObject(denied)
    await expect(serving.sql`delete from core.migrations`).rejects.toMatchObject(denied)
    await expect(serving.sql`truncate core.accounts`).rejects.toMatchObject(denied)
    const doctor = async (address: string) => (await runCommand(['doctor'], { DATABASE_URL: address })).said
    expect(await doctor(servingUrl)).toMatch(/role +countersign_serving: reads and writes rows/)
    expect(await doctor(url)).toContain('- role may change and drop the tables')
  })

  test.each([
    ['is not there', 'spy', 'There is no role spy.'],
    ['is the one that migrates', 'postgres', 'has every right of the role that migrates'],
  ])('is refused where it %s', async (_case, role, words) => {
    const env = { DATABASE_URL: await databaseForTest() }
    expect(await runCommand(['migrate', '--grant-to', role], env)).toMatchObject(refusal(words))
  })
})
