import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { type SingleUse, useOnce } from './used-jwt.store.ts'

const USE: SingleUse = { kind: 'client_assertion', owner: 'a', jti: 'b', expiresAt: new Date(Date.now() + 60_000) }

describe('used JWTs:', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))

  test('CVE-2026-4282: kind, owner and jti together identify a JWT, without collisions', async () => {
    const different: Partial<SingleUse>[] = [
      {},
      { kind: 'dpop_proof' },
      { owner: 'ab', jti: '' },
      { owner: '', jti: 'ab' },
      { owner: 'a","b', jti: 'c' },
      { owner: 'a', jti: 'b","c' },
      { jti: 'B' },
    ]
    for (const change of different) expect(await useOnce(database.sql, { ...USE, ...change })).toBe(true)
    for (const change of different) expect(await useOnce(database.sql, { ...USE, ...change })).toBe(false)
  })

  test('of 50 uses at once exactly one is the first', async () => {
    const uses = Array.from({ length: 50 }, () => useOnce(database.sql, { ...USE, jti: 'race' }))
    expect((await Promise.all(uses)).filter((first) => first)).toHaveLength(1)
  })
})
