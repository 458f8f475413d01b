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
import { startEveryCoreRoute } from './every-route.ts'

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
  // A sign-up whose vault holds nothing is refused before anything is asked of the database, and who asks only the provider
  // knows: it is out of order then.
  expect(unharmed).toEqual([
    'describe_core',
    'finishRegistration',
    'finishPasskeyRegistration',
    'previewRequest',
    'findDeviceRequest',
    'previewLogoutRequest',
  ])
})
