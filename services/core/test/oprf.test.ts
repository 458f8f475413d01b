import { createTestDatabase, newStartLoginRequest } from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THROTTLE_RULES } from '../src/accounts/credentials/throttling/password-throttle.ts'
import { GUESSES_A_DAY } from '../src/ground/oprf/app.ts'
import { type CoreSecrets, coreMigrations, generateCoreSecrets, inspectSecretsInUse } from '../src/index.ts'
import { type CoreUnderTest, startCore } from './core-under-test.ts'
import { OPRF_TOKEN, type OprfUnderTest, startOprf } from './oprf-under-test.ts'
import { refusalOf } from './person.ts'

const ada = { login: 'ada', password: 'violet kettle sleeps in orbit' }
const DAY_MS = 86_400_000

let older: CoreSecrets
let newer: CoreSecrets
let oprf: OprfUnderTest
let core: CoreUnderTest
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  older = await generateCoreSecrets()
  newer = await generateCoreSecrets()
  const database = await createTestDatabase('postgresql', coreMigrations)
  closing.push(() => database.close())
  ;({ oprf, core } = await serve([older.OPAQUE_SERVER_SETUP], database))
  await core.signUpWithPassword(ada)
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function serve(setups: readonly string[], database: CoreUnderTest['database']) {
  const started = await startOprf({ setups, loginIndexKey: older.LOGIN_INDEX_KEY })
  closing.push(() => started.close())
  const asking = await startCore('postgresql', { database, config: started.coreConfig })
  closing.push(() => asking.close())
  return { oprf: started, core: asking }
}

async function ask(app: OprfUnderTest['app'], credential_identifier: string, token = OPRF_TOKEN) {
  const [row] = await core.database.sql<{ registration_record: string }>`
    select registration_record from core.passwords limit 1`
  const { registration_record = '' } = row ?? {}
  const payload = { credential_identifier, registration_record, start_login_request: await newStartLoginRequest() }
  const headers = { 'x-service-token': token }
  return app.inject({ method: 'POST', url: '/internal/oprf/logins', headers, payload })
}

describe('a core with an OPRF server', () => {
  test('has no setup, and people sign in as before', async () => {
    expect(core.config.opaqueServerSetups).toEqual([])
    const { response, isRight } = await core.signInWithPassword(ada)
    expect([response.statusCode, isRight]).toEqual([200, true])
    expect(response.json()).not.toHaveProperty('needs_new_password_record')
  })

  test('refuses a wrong password and an unknown name alike', async () => {
    const wrong = { ...ada, password: 'marble kettle of another house' }
    const people = [wrong, { ...wrong, login: 'nobody' }]
    for (const { response, isRight } of await Promise.all(people.map((each) => core.signInWithPassword(each)))) {
      expect([...refusalOf(response), isRight]).toEqual([401, 'invalid_credentials', false])
    }
    const starts = await Promise.all(people.map((each) => core.startSignIn(each)))
    expect(new Set(starts.map(({ response }) => response.body.length)).size).toBe(1)
  })

  test('refuses a malformed OPAQUE message', async () => {
    const payload = { login: 'ada', start_login_request: 'AAAA' }
    const response = await core.app.inject({ method: 'POST', url: '/api/session/password/start/', payload })
    expect(refusalOf(response)).toEqual([400, 'invalid_request'])
  })

  test('moves passwords to a new setup, one by one, and counts those that need the old one', async () => {
    const { database } = core
    const during = (await serve([newer.OPAQUE_SERVER_SETUP, older.OPAQUE_SERVER_SETUP], database)).core
    const { response } = await during.signInWithPassword(ada)
    expect(response.json()).toMatchObject({ needs_new_password_record: true })
    expect((await inspectSecretsInUse(database.sql, during.config))[0]).toEqual({
      name: 'OPAQUE_SERVER_SETUP',
      underFormer: 1,
      underUnknown: 0,
    })
    const after = (await serve([newer.OPAQUE_SERVER_SETUP], database)).core
    expect((await after.signInWithPassword(ada)).response.statusCode).toBe(401)
    await expect.poll(() => after.log()).toContain('OPAQUE_SERVER_SETUP does not list a value')
  })

  test('answers 503 to passwords while that server is away, and takes passkeys', async () => {
    const other = await startOprf({ setups: [older.OPAQUE_SERVER_SETUP], loginIndexKey: older.LOGIN_INDEX_KEY })
    const cut = await startCore('postgresql', { database: core.database, config: other.coreConfig })
    closing.push(() => cut.close())
    await other.close()
    const { response } = await cut.startSignIn(ada)
    expect(refusalOf(response)).toEqual([503, 'service_unavailable'])
    await expect(cut.signUpWithPasskey()).resolves.toHaveProperty('token')
  })
})

describe('the OPRF server', () => {
  test('answers no call without the token', async () => {
    expect(refusalOf(await ask(oprf.app, 'name', `${OPRF_TOKEN}x`))).toEqual([401, 'invalid_service_token'])
    for (const path of ['setups', 'registrations', 'logins']) {
      const method = path === 'setups' ? 'GET' : 'POST'
      expect((await oprf.app.inject({ method, url: `/internal/oprf/${path}` })).statusCode).toBe(401)
    }
  })

  test('evaluates so many guesses at a name a day, sign-ups included, and forgets none at a restart', async () => {
    let now = new Date('2026-11-22T10:00:00Z')
    const options = { setups: [older.OPAQUE_SERVER_SETUP], loginIndexKey: older.LOGIN_INDEX_KEY, now: () => now }
    const first = await startOprf(options)
    const asking = await startCore('postgresql', { database: core.database, config: first.coreConfig })
    const guessed = { ...ada, login: 'guessed' }
    expect((await asking.startSignIn(guessed)).response.statusCode).toBe(200)
    const [row] = await core.database.sql<{ name: string }>`
      select credential_identifier as name from core.logins where user_id is null order by expires_at desc limit 1`
    const name = row?.name ?? ''
    // A sign-up evaluates the same element.
    const { registrationRequest } = client.startRegistration({ password: 'a guess' })
    const register = () =>
      first.app.inject({
        method: 'POST',
        url: '/internal/oprf/registrations',
        headers: { 'x-service-token': OPRF_TOKEN },
        payload: { credential_identifier: name, registration_request: registrationRequest },
      })
    expect((await register()).statusCode).toBe(200)
    const statuses = new Set<number>()
    for (let guess = 2; guess < GUESSES_A_DAY; guess += 1) statuses.add((await ask(first.app, name)).statusCode)
    expect(statuses).toEqual(new Set([200]))
    expect([(await ask(first.app, name)).statusCode, (await register()).statusCode]).toEqual([429, 429])
    // Core passes it on.
    const refused = await asking.startSignIn(guessed)
    expect(refusalOf(refused.response)).toEqual([429, 'too_many_requests'])
    expect(refused.response.headers['retry-after']).toBe('3600')
    await expect(asking.signUpWithPassword(guessed)).rejects.toThrow('too_many_requests')

    const again = await startOprf({ ...options, directory: first.directory })
    expect((await ask(again.app, name)).statusCode).toBe(429)
    expect((await ask(again.app, 'grace')).statusCode).toBe(200)
    now = new Date(now.getTime() + DAY_MS)
    expect((await ask(again.app, name)).statusCode).toBe(200)
    await asking.close()
    await again.close()
    await first.close()
  })

  test('leaves the owner as many guesses as strangers get before the pause', () => {
    expect(GUESSES_A_DAY).toBeGreaterThanOrEqual(2 * THROTTLE_RULES.pauseAfter)
  })
})
