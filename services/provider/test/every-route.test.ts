import {
  breakable,
  createTestDatabase,
  DATABASE_FAULT,
  findSilentFailures,
  startBeforeAll,
  testEveryRoute,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../src/index.ts'
import { startEveryProviderRoute } from './every-route.ts'

describe('every route of the provider', () => {
  const routes = startBeforeAll(startEveryProviderRoute)

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

  testEveryRoute(routes)
})

describe('with a database that fails unexpectedly', () => {
  const whole = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))
  const routes = startBeforeAll(async () => {
    const { database, break: breakDatabase } = breakable(whole)
    const started = await startEveryProviderRoute({ database })
    breakDatabase()
    return started
  })

  test('every route that needs it answers 500 in its own shape, and the log has the error whole, once', async () => {
    const { wrong, unharmed } = await findSilentFailures(routes, {
      log: () => routes.provider.log,
      detail: DATABASE_FAULT,
    })
    expect(wrong).toEqual([])
    // Refused before the database is queried: nothing to post, no logo, or an invalid resource.
    const needNone = [
      'describe_provider',
      'postAnswer',
      'logout',
      'logoutByPost',
      'readLogoutRequest',
      'readKeys',
      'readAccess',
      'setClientLogo',
      'createResourceServer',
    ]
    // These read operators' definitions, which are cached for seconds.
    const needItNowAndThen = ['listOperatorClaims', 'readMetadata', 'readOpenIdConfiguration']
    expect(unharmed.filter((operation) => !needItNowAndThen.includes(operation))).toEqual(needNone)
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
