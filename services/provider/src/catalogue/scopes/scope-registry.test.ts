import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../../index.ts'
import { putScope } from './scope.store.ts'
import { createScopeRegistry, SCOPES_MAX_AGE_MS } from './scope-registry.ts'

const TEXTS = { en: { title: 'Loyalty card', description: 'The number of your card.' } }
const SCOPE = { name: 'loyalty', resource: null, texts: TEXTS, claims: ['loyalty_number'] }

describe('operator scopes:', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))

  test('are kept for a few seconds, or until they change', async () => {
    let time = 0
    const scopes = createScopeRegistry(database.sql, () => new Date(time))
    const released = async () => (await scopes.of(['openid', 'loyalty'])).scopes.get('loyalty')?.claims
    expect(await released()).toBeUndefined()
    await putScope(database.sql, SCOPE)
    expect(await released()).toBeUndefined()
    time = SCOPES_MAX_AGE_MS
    expect(await released()).toEqual(['loyalty_number'])
    await putScope(database.sql, { ...SCOPE, claims: [] })
    scopes.forget()
    expect(await released()).toEqual([])
  })

  test('are asked for nowhere while an app names built-in ones alone', async () => {
    const silent = () => Promise.reject(new Error('The database was asked.'))
    const scopes = createScopeRegistry(silent, () => new Date(0))
    expect((await scopes.of(['openid', 'email'])).scopes.has('profile')).toBe(true)
    await expect(scopes.of(['loyalty'])).rejects.toThrow('was asked')
  })
})
