import { ENGINES, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { countForeignProviders } from '../src/index.ts'
import { startProvider, TOKEN_SECRET, untilListening } from './started-provider.ts'

const NEXT = 'the-next-token-secret-0123456789abcdef'

describe.each(ENGINES)('providers on one %s database', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  test('are found where the given list refuses what they make', async () => {
    const { database, startInstance } = provider
    const replacing = await startInstance({ tokenSecrets: [NEXT, TOKEN_SECRET] })
    // Only one process uses an embedded database, and no connection of it has a name.
    const [listening, foreign] = engine === 'postgresql' ? [2, 1] : [0, 0]
    if (listening > 0) await untilListening(database, listening)
    const count = (...secrets: readonly string[]) => countForeignProviders(database.sql, secrets)
    expect([await count(TOKEN_SECRET), await count(NEXT)]).toEqual([foreign, foreign])
    expect(await count(NEXT, TOKEN_SECRET)).toBe(0)
    await replacing.close()
  })

  test('show nothing of their secret', async () => {
    const { pool } = provider.database
    const { rows } = await pool.query('select t::text as row from pg_stat_activity t')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(TOKEN_SECRET)
  })
})
