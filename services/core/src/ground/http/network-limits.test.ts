import { ENGINES, type Engine, startBeforeAll } from '@countersign/testing'
import { toBase64url } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { type CoreUnderTest, readTestConfig, startCore } from '../../../test/core-under-test.ts'

const LIMIT = 3
const core = startBeforeAll(() => startLimited('embedded'))

const startLimited = async (engine: Engine): Promise<CoreUnderTest> =>
  startCore(engine, { config: await readTestConfig({ RATE_LIMIT_SIGN_INS: String(LIMIT) }) })

// Each test comes from networks of its own.

const RECOVERY = '/api/session/recovery/'
const NOBODYS = { rec_id: toBase64url(new Uint8Array(16)), rec_auth: toBase64url(new Uint8Array(32)) }
/** What a recovery key that nobody has is answered, where it is looked at. */
const PASSED = 401

async function post(remoteAddress: string, payload: object = NOBODYS, url = RECOVERY) {
  return (await core.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
}

async function postOften(times: number, remoteAddress: string): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < times; count += 1) statuses.push(await post(remoteAddress))
  return statuses
}

test('a hundred networks that use up theirs leave everybody else with all of their own', async () => {
  for (let network = 0; network <= 100; network += 1) {
    await postOften(LIMIT, `2001:db8:${network.toString(16)}::1`)
  }
  expect(await postOften(LIMIT + 1, '2001:db8:ffff::1')).toEqual([PASSED, PASSED, PASSED, 429])
})

test('the /64s of one /56 have four times the limit, those of one /48 sixteen times', async () => {
  const flood = async (times: number, step: number, site: string) => {
    const statuses = []
    for (let n = 0; n < times; n += 1) {
      statuses.push(await post(`2001:db8:${site}:${(n * step).toString(16)}::1`))
    }
    return statuses.filter((status) => status === PASSED).length
  }
  expect(await flood(20, 1, 'aaaa')).toBe(4 * LIMIT)
  expect(await flood(60, 256, 'bbbb')).toBe(16 * LIMIT)
})

test('what its schema refuses is not counted', async () => {
  for (let count = 0; count < 10; count += 1) {
    expect(await post('192.0.2.1', { rec_id: 'no' })).toBe(400)
  }
  expect(await postOften(LIMIT + 1, '192.0.2.1')).toEqual([PASSED, PASSED, PASSED, 429])
  // Refused before it is read: nobody can tell any more that this one is invalid.
  expect(await post('192.0.2.1', { rec_id: 'no' })).toBe(429)
})

test('a passkey, which nobody can guess and each page with autofill asks for, has ten times as many', async () => {
  const start = () => post('192.0.2.3', {}, '/api/session/passkey/start/')
  for (let count = 0; count < 10 * LIMIT; count += 1) expect(await start()).toBe(200)
  expect(await start()).toBe(429)
})

// RFC 8628 §5.1.
test('a limit of its own for codes of devices, whichever they are', async () => {
  const type = (number: number) =>
    post('192.0.2.4', { user_code: `BBBB-BBB${'BCDF'.charAt(number)}` }, '/api/requests/by-user-code/')
  await postOften(LIMIT, '192.0.2.4')
  for (let number = 0; number < LIMIT; number += 1) expect(await type(number)).not.toBe(429)
  expect(await type(LIMIT)).toBe(429)
})

test('of many whose bodies are under way at once only so many pass', async () => {
  const statuses = await Promise.all(Array.from({ length: 10 }, () => post('192.0.2.2')))
  expect(statuses.filter((status) => status === PASSED)).toHaveLength(LIMIT)
})

describe.each(ENGINES)('on the %s database', (engine) => {
  test('what one process has counted is told to the others only where there may be others', async () => {
    const limited = await startLimited(engine)
    await limited.app.inject({ method: 'POST', url: RECOVERY, payload: NOBODYS, remoteAddress: '2001:db8::1' })
    await limited.app.close()
    const rows = await limited.database.sql<{ key: string }>`select key, count::int from core.rate_limits`
    expect(rows).toHaveLength(engine === 'postgresql' ? 3 : 0)
    expect(JSON.stringify(rows)).not.toContain('2001')
    await limited.close()
  })
})
