import type { SignedIn } from '@countersign/contracts'
import { createTestDatabase } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreUnderTest, readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { refusalOf } from '../../../test/person.ts'
import { type CoreConfig, coreMigrations, generateCoreSecrets, inspectSecretsInUse } from '../../index.ts'

const ada = { login: 'ada', password: 'violet kettle sleeps in orbit' }

describe('replacing the server secrets', () => {
  let before: CoreUnderTest
  let during: CoreUnderTest
  let after: CoreUnderTest
  let configs: Record<'before' | 'during' | 'after', CoreConfig>

  beforeAll(async () => {
    const database = await createTestDatabase('postgresql', coreMigrations)
    const [older, newer] = [await generateCoreSecrets(), await generateCoreSecrets()]
    const listing = (which: readonly (typeof older)[]) =>
      readTestConfig({
        OPAQUE_SERVER_SETUP: which.map(({ OPAQUE_SERVER_SETUP }) => OPAQUE_SERVER_SETUP).join(','),
        LOGIN_INDEX_KEY: which.map(({ LOGIN_INDEX_KEY }) => LOGIN_INDEX_KEY).join(','),
      })
    configs = { before: await listing([older]), during: await listing([newer, older]), after: await listing([newer]) }
    before = await startCore('postgresql', { database, config: configs.before })
    await before.signUpWithPassword(ada)
    during = await startCore('postgresql', { database, config: configs.during })
    after = await startCore('postgresql', { database, config: configs.after })
  })
  afterAll(async () => {
    await Promise.all([before, during, after].map((core) => core.close()))
    await before.database.close()
  })

  const start = async (core: CoreUnderTest) => (await core.startSignIn(ada)).finish

  test('a user registered under the old ones signs in, and is told to register the password again', async () => {
    const { response } = await during.signInWithPassword(ada)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ needs_new_password_record: true })
    expect((await before.signInWithPassword(ada)).response.json()).not.toHaveProperty('needs_new_password_record')
  })

  test('a new user is registered under the new ones', async () => {
    const grace = { login: 'grace', password: 'marble kettle of another house' }
    await during.signUpWithPassword(grace)
    expect((await during.signInWithPassword(grace)).response.json()).not.toHaveProperty('needs_new_password_record')
    expect((await after.signInWithPassword(grace)).response.statusCode).toBe(200)
  })

  test('a name that is taken under the old key is taken under the new one', async () => {
    const { finish } = await during.prepareSignUp({ login: 'ada', password: 'a stranger wants the name' })
    expect(refusalOf(await during.finishSignUp(finish))).toEqual([409, 'login_taken'])
  })

  test('known names under the old key look like unknown ones', async () => {
    const [known, unknown] = await Promise.all([
      during.startSignIn(ada),
      during.startSignIn({ ...ada, login: 'nobody' }),
    ])
    const shapeOf = ({ response }: typeof known) => [response.statusCode, response.body.length]
    expect(shapeOf(known)).toEqual(shapeOf(unknown))
  })

  test('a sign-in that is under way at the change comes to its end', async () => {
    expect((await during.finishSignIn(await start(before))).statusCode).toBe(200)
  })

  test('a device known under the old key stays known', async () => {
    const { device_token } = (await before.signInWithPassword(ada)).response.json<SignedIn>()
    await during.startSignIn(ada, device_token)
    const [row] = await during.database.sql`
      select count(*)::int as count from core.password_throttles where device <> ''`
    expect(row).toEqual({ count: 1 })
  })

  test('passwords are counted by the value that they need; the log has an error for one that is not listed', async () => {
    const { sql } = during.database
    expect(await inspectSecretsInUse(sql, configs.during)).toEqual([
      { name: 'OPAQUE_SERVER_SETUP', underFormer: 1, underUnknown: 0 },
      { name: 'LOGIN_INDEX_KEY', underFormer: 1, underUnknown: 0 },
    ])
    const [setup] = await inspectSecretsInUse(sql, configs.after)
    expect(setup).toEqual({ name: 'OPAQUE_SERVER_SETUP', underFormer: 0, underUnknown: 1 })
    await expect.poll(() => after.log()).toContain('OPAQUE_SERVER_SETUP does not list a value')
    expect(during.log()).not.toContain('does not list')
  })

  test('without the old ones the person gets the answer of an unknown name', async () => {
    expect((await after.signInWithPassword(ada)).response.statusCode).toBe(401)
    expect((await after.finishSignIn(await start(before))).statusCode).toBe(401)
  })
})
