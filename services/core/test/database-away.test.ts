import { randomUUID } from 'node:crypto'
import { newKeyedSecret } from '@countersign/service/secrets'
import { openDatabase } from '@countersign/service/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CoreUnderTest, startCore } from './core-under-test.ts'
import { bearer, startSignIn } from './person.ts'

let core: CoreUnderTest

beforeAll(async () => {
  const database = await openDatabase({ databaseUrl: 'postgresql://postgres@127.0.0.1:1/none' })
  core = await startCore('postgresql', { database })
})
afterAll(() => core.close())

test('without its database the service starts, and says that it is temporarily unavailable', async () => {
  const { response: signInWithPassword } = await startSignIn(core.app, {
    login: 'ada',
    password: 'violet kettle sleeps in orbit',
  })
  const session = await core.app.inject({
    url: '/api/session/',
    headers: bearer(newKeyedSecret('cs_st_', randomUUID())),
  })
  for (const response of [signInWithPassword, session]) {
    expect([response.statusCode, response.json().code]).toEqual([503, 'service_unavailable'])
    expect(response.json().error).toContain('temporarily unavailable')
  }
})
