import {
  breakable,
  createTestDatabase,
  DATABASE_FAULT,
  findHostileAnswers,
  findSilentFailures,
  findWrongBodies,
  findWrongMethods,
  findWrongSpellings,
} from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerMigrations } from '../src/index.ts'
import { startEveryProviderRoute } from './every-route.ts'

type Routes = Awaited<ReturnType<typeof startEveryProviderRoute>>

describe('every route of the provider', () => {
  let routes: Routes

  beforeAll(async () => {
    routes = await startEveryProviderRoute()
  })
  afterAll(() => routes.provider.close())

  test.each([
    ['/oauth/authorize', 'post', ['client_id']],
    ['/oauth/token/', 'post', ['grant_type']],
    ['/oauth/par', 'post', ['redirect_uri', 'response_type']],
    ['/oauth/revoke', 'post', ['token']],
  ])('%s says what it always needs; what stands in place of the rest is in words', (path, method, needed) => {
    const { requestBody } = routes.document.paths[path]?.[method] ?? {}
    const [{ schema } = {}] = Object.values(requestBody?.content ?? {})
    expect([...(schema?.required ?? [])].toSorted()).toEqual(needed)
  })

  test('refuses other methods with 405 and Allow', async () => {
    expect(await findWrongMethods(routes)).toEqual([])
  })

  test('is spelled as the contract writes, or by the rule, and answers with and without its last slash', async () => {
    expect(await findWrongSpellings(routes)).toEqual([])
  })

  test('refuses a body of another kind, of no form or of too many bytes, in its own shape', async () => {
    expect(await findWrongBodies(routes)).toEqual([])
  })

  test('refuses NUL, half characters, 10 kB and ways out of a folder wherever they stand, and repeats none', async () => {
    expect(await findHostileAnswers(routes)).toEqual([])
  }, 120_000)
})

describe('with a database that fails unexpectedly', () => {
  let routes: Routes
  let close: () => Promise<void>

  beforeAll(async () => {
    const whole = await createTestDatabase('postgresql', providerMigrations)
    const { database, break: breakDatabase } = breakable(whole)
    routes = await startEveryProviderRoute({ database })
    close = () => whole.close()
    breakDatabase()
  })
  afterAll(async () => {
    await routes.provider.close()
    await close()
  })

  test('every route that needs it answers 500 in its own shape, and the log has the error whole, once', async () => {
    const { wrong, unharmed } = await findSilentFailures(routes, {
      log: () => routes.provider.log,
      detail: DATABASE_FAULT,
    })
    expect(wrong).toEqual([])
    // Without an answer nothing is posted, and without a picture no logo set: both are refused before the database is asked.
    const needNone = [
      'describe_provider',
      'postAnswer',
      'readMetadata',
      'readOpenIdConfiguration',
      'readKeys',
      'setClientLogo',
    ]
    expect(unharmed).toEqual(needNone)
  })

  test('a person at the authorization endpoint gets a page that does not tell, and the log has the error', async () => {
    const { app, provider } = routes
    const before = provider.log.length
    const query = provider.authorizeQuery()
    const response = await app.inject({ url: `/oauth/authorize?${query.toString()}`, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(500)
    expect(response.body).toContain('<h1>')
    expect(response.body).not.toContain(DATABASE_FAULT)
    expect(provider.log.slice(before).join('')).toContain(`"stack":"Error: ${DATABASE_FAULT}`)
  })
})
