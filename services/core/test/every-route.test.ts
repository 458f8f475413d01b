import { randomUUID } from 'node:crypto'
import { newKeyedSecret } from '@countersign/service/secrets'
import { openDatabase } from '@countersign/service/sql'
import {
  breakable,
  createTestDatabase,
  DATABASE_FAULT,
  findSilentFailures,
  startBeforeAll,
  testEveryRoute,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { coreMigrations } from '../src/index.ts'
import { startCore } from './core-under-test.ts'
import { startEveryCoreRoute } from './every-route.ts'
import { bearer, PASSWORD, refusalOf, startSignIn } from './person.ts'

describe('every route', () => {
  testEveryRoute(startBeforeAll(startEveryCoreRoute))
})

test('with a database that fails unexpectedly every route that needs it answers 500, and the log has the error whole, once', async () => {
  const whole = await createTestDatabase('postgresql', coreMigrations)
  const { database, break: breakDatabase } = breakable(whole)
  const broken = await startEveryCoreRoute({ database })
  breakDatabase()
  const { wrong, unharmed } = await findSilentFailures(broken, {
    log: () => broken.core.log().trimEnd().split('\n'),
    detail: DATABASE_FAULT,
  })
  await broken.close()
  await whole.close()
  expect(wrong).toEqual([])
  // These need no database: an empty vault is refused before, and previews come from the provider.
  expect(unharmed).toEqual([
    'describe_core',
    'finishRegistration',
    'finishPasskeyRegistration',
    'previewRequest',
    'findDeviceRequest',
    'previewLogoutRequest',
  ])
})

test('without its database the service starts, and says that it is temporarily unavailable', async () => {
  const database = await openDatabase({ databaseUrl: 'postgresql://postgres@127.0.0.1:1/none' })
  const core = await startCore('postgresql', { database })
  const signIn = await startSignIn(core.app, { login: 'ada', password: PASSWORD })
  const token = newKeyedSecret('cs_st_', randomUUID())
  const session = await core.app.inject({ url: '/api/session/', headers: bearer(token) })
  for (const response of [signIn.response, session]) {
    expect(refusalOf(response)).toEqual([503, 'service_unavailable'])
    expect(response.json().error).toContain('temporarily unavailable')
  }
  await core.close()
})
