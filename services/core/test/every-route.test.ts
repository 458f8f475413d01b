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
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coreMigrations } from '../src/index.ts'
import { startEveryCoreRoute } from './every-route.ts'

let routes: Awaited<ReturnType<typeof startEveryCoreRoute>>

beforeAll(async () => {
  routes = await startEveryCoreRoute()
})
afterAll(() => routes.core.close())

test('every route refuses other methods with 405 and Allow', async () => {
  expect(await findWrongMethods(routes)).toEqual([])
})

test('every route is spelled as the contract writes, or by the rule, and answers with and without its last slash', async () => {
  expect(await findWrongSpellings(routes)).toEqual([])
})

test('every route refuses a body of another kind, of no form or of too many bytes, in its own shape', async () => {
  expect(await findWrongBodies(routes)).toEqual([])
})

test('every route refuses NUL, half characters, 10 kB and ways out of a folder wherever they stand, and repeats none', async () => {
  expect(await findHostileAnswers(routes)).toEqual([])
}, 120_000)

test('with a database that fails unexpectedly every route that needs it answers 500, and the log has the error whole, once', async () => {
  const whole = await createTestDatabase('postgresql', coreMigrations)
  const { database, break: breakDatabase } = breakable(whole)
  const broken = await startEveryCoreRoute({ database })
  breakDatabase()
  const { wrong, unharmed } = await findSilentFailures(broken, {
    log: () => broken.core.log().trimEnd().split('\n'),
    detail: DATABASE_FAULT,
  })
  await broken.core.close()
  await whole.close()
  expect(wrong).toEqual([])
  // A sign-up whose vault holds nothing is refused before anything is asked of the database.
  expect(unharmed).toEqual(['describe_core', 'finishRegistration', 'finishPasskeyRegistration'])
})
