import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { countForeignProviders } from '../src/index.ts'
import { startProvider, TOKEN_SECRET, untilListening } from './started-provider.ts'

const NEXT = 'the-next-token-secret-0123456789abcdef'

describe('providers on one database', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test('are found where the given list refuses what they make', async () => {
    const { database, startInstance } = provider
    const start = () => startInstance({ tokenSecrets: [NEXT, TOKEN_SECRET] })
    const replacing = [await start(), await start()]
    await untilListening(database, 3)
    const count = (...secrets: readonly string[]) => countForeignProviders(database.sql, secrets)
    expect([await count(TOKEN_SECRET), await count(NEXT)]).toEqual([2, 1])
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
