import type { SignedIn } from '@countersign/contracts'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import { toBase64url } from '@countersign/vault'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, readTestConfig, startCore } from '../../../../test/core-under-test.ts'
import { PASSWORD as password, startSignIn } from '../../../../test/person.ts'
import { countAttempt } from './password-throttle.store.ts'
import { THROTTLE_RULES } from './password-throttle.ts'

describe.each(ENGINES)('guessing on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  const ada = fixture(beforeAll, () => core.signUpWithPassword({ login: 'ada', password }))

  const guess = async (login: string, device_token?: string) =>
    (await core.startSignIn({ login, password: 'a wrong guess of the right length' }, device_token)).response

  const guessOften = async (login: string, times: number, device_token?: string) => {
    const responses = []
    for (let index = 0; index < times; index += 1) responses.push(await guess(login, device_token))
    return responses
  }

  /** As if it were so many minutes later, in a form that a database of many machines takes too. */
  const letPass = (minutes: number) => core.database.sql`
    update core.password_throttles
       set window_started_at = to_timestamp(extract(epoch from window_started_at - 'epoch'::timestamptz) - ${minutes * 60}::int),
           last_at = to_timestamp(extract(epoch from last_at - 'epoch'::timestamptz) - ${minutes * 60}::int)`

  const forgetGuesses = async (): Promise<void> => void (await core.database.sql`delete from core.password_throttles`)

  const recover = async () => core.app.inject(await core.prepareRecovery(ada))

  beforeEach(forgetGuesses)

  test('the sixth unfinished start waits, and a known name looks like an unknown one all the way', async () => {
    const [known, unknown] = [await guessOften('ada', 6), await guessOften('nobody', 6)]
    expect(known.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    expect(known.map(shapeOf)).toEqual(unknown.map(shapeOf))
    const refusal = known.at(-1)!
    expect(refusal.json().code).toBe('too_many_requests')
    expect(refusal.body).toBe(unknown.at(-1)!.body)
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  test('the right password does not pass while the name waits, and does after', async () => {
    await guessOften('ada', 6)
    expect((await core.startSignIn(ada)).response.statusCode).toBe(429)
    await letPass(1)
    expect((await core.signInWithPassword(ada)).response.statusCode).toBe(200)
    expect((await guess('ada')).statusCode).toBe(200)
  })

  test('each further guess waits twice as long, up to an hour', async () => {
    await guessOften('waits', 5)
    const waits: number[] = []
    for (let index = 0; index < 8; index += 1) {
      const refused = await guess('waits')
      const minutes = Math.ceil(Number(refused.headers['retry-after']) / 60)
      waits.push(minutes)
      await letPass(minutes)
      expect((await guess('waits')).statusCode).toBe(200)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('five free starts come back after a quarter of an hour', async () => {
    await guessOften('quiet', 4)
    await letPass(15)
    expect((await guessOften('quiet', 6)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('of thirty starts at once five pass, over two processes', async () => {
    const second = await startCore(engine, { database: core.database, config: core.config })
    const apps = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? core.app : second.app))
    const starts = await Promise.all(apps.map((app) => startSignIn(app, { login: 'stormed', password })))
    await second.close()
    expect(starts.filter(({ response }) => response.statusCode === 200)).toHaveLength(5)
  })

  test('a sign-up is a guess too, because it evaluates the same element', async () => {
    await guessOften('both', 3)
    const payload = { login: 'both', registration_request: toBase64url(new Uint8Array(32)) }
    const register = () => core.post('/api/account/register/start/', payload)
    expect([(await register()).statusCode, (await register()).statusCode]).toEqual([400, 400])
    expect([(await register()).statusCode, (await guess('both')).statusCode]).toEqual([429, 429])
  })

  test('a hundred guesses pause the password of any name until another unlock method is used', async () => {
    await Promise.all([guess('ada'), guess('nobody')])
    await core.database.sql`update core.password_throttles set failures = 100`
    const [known, unknown] = await Promise.all([guess('ada'), guess('nobody')])
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(known.json().error).toContain('paused')
    await letPass(600)
    expect((await core.startSignIn(ada)).response.statusCode).toBe(429)
    expect((await recover()).statusCode).toBe(200)
    const { response } = await core.signInWithPassword(ada)
    expect(response.statusCode).toBe(200)
    const events = await core.eventsOf(response.json<SignedIn>().session_token)
    const expected = ['signed_in password', 'signed_in recovery', 'sign_in_paused password', 'sign_in_failed password']
    expect(events.slice(0, 4)).toEqual(expected)
  })

  test('under attack by strangers, the device of the owner still signs in', async () => {
    const device = ada.signedIn.device_token!
    await guessOften('ada', 6)
    expect((await core.startSignIn(ada)).response.statusCode).toBe(429)
    const { response, finish } = await core.startSignIn(ada, device)
    expect(response.statusCode).toBe(200)
    const finished = await core.finishSignIn(finish)
    expect(finished.json<SignedIn>().device_token).toBe(device)
    expect((await guess('ada')).statusCode).toBe(429)
  })

  test('a stolen device token gives five guesses more, and waits of its own', async () => {
    const device = ada.signedIn.device_token!
    const stolen = await guessOften('ada', 6, device)
    expect(stolen.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429])
    expect((await guess('ada')).statusCode).toBe(200)
  })

  test('a device token that is forged or of another user is ignored', async () => {
    const { device_token: ofAda } = ada.signedIn
    const forged = `cs_dt_${'A'.repeat(64)}`
    await guessOften('nobody', 3, forged)
    await guessOften('nobody', 2, ofAda)
    expect((await guess('nobody')).statusCode).toBe(429)
    const rows = await core.database.sql`select device from core.password_throttles`
    expect(rows).toEqual([{ device: '' }])
  })

  test('at most five sign-ins of one name are open, and a newer one takes the place of the oldest', async () => {
    const { finish } = await core.startSignIn(ada)
    for (let index = 0; index < 5; index += 1) {
      await forgetGuesses()
      await core.startSignIn(ada)
    }
    const finished = await core.finishSignIn(finish)
    expect(finished.statusCode).toBe(401)
    const [open] = await core.database.sql`
      select count(*)::int as count from core.logins where user_id = ${ada.signedIn.user_id} and device = ''`
    expect(open).toEqual({ count: 5 })
  })
})

test('guessing: two concurrent first starts both pass (PostgreSQL)', async () => {
  const core = await startCore('postgresql')
  const { database } = core
  const throttleKey = { credentialIdentifier: 'new', device: '' }
  const decisions = await database.sql.transaction(async (sql) => {
    await sql`select now()`
    const first = await countAttempt(database.sql, throttleKey, THROTTLE_RULES)
    return [first, await countAttempt(sql, throttleKey, THROTTLE_RULES)]
  })
  expect(decisions.map(({ isAdmitted, failures }) => [isAdmitted, failures])).toEqual([
    [true, 1],
    [true, 2],
  ])
  await core.close()
})

test('sign-up limit: each finish counts against the network, repeated ones too', async () => {
  const core = await startCore('postgresql', { config: await readTestConfig({ RATE_LIMIT_SIGN_UPS: '2' }) })
  const { finish } = await core.prepareSignUp({ login: 'ada', password })
  const finishes = []
  for (let count = 0; count < 3; count += 1) finishes.push(await core.finishSignUp(finish))
  expect(finishes.map(({ statusCode }) => statusCode)).toEqual([201, 410, 429])
  await core.close()
})

test('sign-up limit: an exhausted network is refused at the first step, and still signs in', async () => {
  const core = await startCore('postgresql', { config: await readTestConfig({ RATE_LIMIT_SIGN_UPS: '1' }) })
  await core.signUpWithPassword({ login: 'only', password })
  const passkey = await core.post('/api/account/register/passkey/start/', {})
  const payload = { login: 'second', registration_request: 'A'.repeat(43) }
  const typed = await core.post('/api/account/register/start/', payload)
  expect([passkey.statusCode, typed.statusCode]).toEqual([429, 429])
  expect(passkey.headers['retry-after']).toBe('3600')
  expect((await core.signInWithPassword({ login: 'only', password })).response.statusCode).toBe(200)
  await core.close()
})

/** Everything that an outsider could compare, without values that differ in every response. */
function shapeOf(response: { statusCode: number; body: string; headers: object; json: () => object }) {
  return [
    response.statusCode,
    response.body.length,
    Object.keys(response.headers).toSorted(),
    Object.keys(response.json()),
  ]
}
