import { ENGINES, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { countForeignProviders } from '../src/index.ts'
import { startProvider, TOKEN_SECRET, untilListening } from './started-provider.ts'

const NEXT = 'the-next-token-secret-0123456789abcdef'

describe.each(ENGINES)('providers on one %s database', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  test('are found where the given list refuses what they make', async () => {
    const { database, startInstance } = provider
    const start = () => startInstance({ tokenSecrets: [NEXT, TOKEN_SECRET] })
    const replacing = [await start(), await start()]
    // Only one process uses an embedded database, and no connection of it has a name.
    const [former, next] = engine === 'postgresql' ? [1, 2] : [0, 0]
    if (engine === 'postgresql') await untilListening(database, 3)
    const count = (...secrets: readonly string[]) => countForeignProviders(database.sql, secrets)
    expect([await count(TOKEN_SECRET), await count(NEXT)]).toEqual([next, former])
    expect(await count(NEXT, TOKEN_SECRET)).toBe(0)
    for (const each of replacing) await each.close()
  })

  test('show nothing of their secret', async () => {
    const { pool } = provider.database
    const { rows } = await pool.query('select t::text as row from pg_stat_activity t')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(TOKEN_SECRET)
  })
})
