import { Readable } from 'node:stream'
import { closeAfterTest, createTestDatabase, newStartLoginRequest, startBeforeAll } from '@countersign/testing'
import { newItemId, toBase64url } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { prepareEdits, type VaultOwner } from '../../../test/account.ts'
import { readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { bearer, refusalOf, type WiredPerson } from '../../../test/person.ts'
import { coreMigrations } from '../../index.ts'

describe('limits of a network', () => {
  const LIMIT = 3
  const core = startBeforeAll(async () =>
    startCore('postgresql', { config: await readTestConfig({ RATE_LIMIT_SIGN_INS: String(LIMIT) }) }),
  )

  // Each test comes from networks of its own.

  const RECOVERY = '/api/session/recovery/'
  const NOBODYS = { rec_id: toBase64url(new Uint8Array(16)), rec_auth: toBase64url(new Uint8Array(32)) }
  /** The answer to an unknown recovery key that was not limited. */
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

  test('a body that its schema refuses is not counted', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await post('192.0.2.1', { rec_id: 'no' })).toBe(400)
    }
    expect(await postOften(LIMIT + 1, '192.0.2.1')).toEqual([PASSED, PASSED, PASSED, 429])
    // Refused before the body is read.
    expect(await post('192.0.2.1', { rec_id: 'no' })).toBe(429)
  })

  test('a passkey, which is not guessable and which each page with autofill requests, has ten times as many', async () => {
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

  test('a limit for sign-ins by password, whatever the names', async () => {
    const start_login_request = await newStartLoginRequest()
    const start = (login: string) => post('192.0.2.5', { login, start_login_request }, '/api/session/password/start/')
    for (const login of ['first', 'second', 'third']) expect(await start(login)).toBe(200)
    expect(await start('fourth')).toBe(429)
  })

  test('of many whose bodies are under way at once only so many pass', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => post('192.0.2.2')))
    expect(statuses.filter((status) => status === PASSED)).toHaveLength(LIMIT)
  })

  test('a network reads previews ten times as often as it may sign in, and keeps all its sign-ins', async () => {
    const url = '/api/requests/00000000-0000-4000-8000-000000000000/preview/'
    const preview = () => core.app.inject({ url, remoteAddress: '192.0.2.6' })
    for (let count = 0; count < 10 * LIMIT; count += 1) expect((await preview()).statusCode).toBe(404)
    expect(refusalOf(await preview())).toEqual([429, 'too_many_requests'])
    expect(await post('192.0.2.6')).toBe(PASSED)
  })

  test.each([
    ['embedded', 0],
    ['postgresql', 3],
  ] as const)('counts of a process on the %s database that are shared with others: %i', async (engine, shared) => {
    const database = closeAfterTest(await createTestDatabase('postgresql', coreMigrations))
    const process = await startCore(engine, { database, config: core.config })
    await process.app.inject({ method: 'POST', url: RECOVERY, payload: NOBODYS, remoteAddress: '2001:db8::1' })
    await process.close()
    const rows = await database.sql<{ key: string }>`select key, count::int from core.rate_limits`
    expect(rows).toHaveLength(shared)
    expect(JSON.stringify(rows)).not.toContain('2001')
  })
})

describe('limits of an account', () => {
  const limits = { RATE_LIMIT_COMMITS: '3', RATE_LIMIT_COMMIT_MEGABYTES: '1', DEVELOPER_REGISTRATION: 'people' }
  const core = startBeforeAll(async () => startCore('postgresql', { config: await readTestConfig(limits) }))

  const newPerson = () => core.signUpWithVault()

  /** A commit that passes the schema and is refused later: counted, and without effect. */
  function commit({ token }: WiredPerson, url = '/api/vault/commits/', changes: object = {}) {
    const head = { v: 1, s: 1, gen: 9, ak_gen: 1, n: 'A'.repeat(16), ct: 'A'.repeat(64) }
    const payload = { head, put: [], delete: [], activity: [], ...changes }
    return core.app.inject({ method: 'POST', url, headers: { ...bearer(token), 'if-match': '"old"' }, payload })
  }

  test('an account changes its vault so often a minute, and is told when it may go on', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()]
    expect((await commit(ada, undefined, { put: 'text' })).statusCode).toBe(400)
    for (let count = 0; count < 3; count += 1) expect((await commit(ada)).statusCode).toBe(422)
    const refused = await commit(ada)
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '60',
      { code: 'too_many_requests', error: 'Too many changes at once. Try again in a minute.' },
    ])
    expect((await commit(eve)).statusCode).toBe(422)
  })

  test('a developer changes their apps so often a minute, which leaves the vault what it has', async () => {
    const person = await newPerson()
    await person.confirm({ act: 'administer' })
    const change = () =>
      core.app.inject({ method: 'DELETE', url: '/api/console/clients/nobody/', headers: bearer(person.token) })
    for (let count = 0; count < 3; count += 1) expect((await change()).statusCode).toBe(404)
    expect(refusalOf(await change())).toEqual([429, 'too_many_requests'])
    expect((await commit(person)).statusCode).toBe(422)
  })

  test.each([
    ['/api/account/methods/changes/', 'add_passkey'],
    ['/api/vault/rotate/', 'rotate_account_key'],
    ['/api/vault/rotate/staging/', 'rotate_account_key'],
  ] as const)('a stolen session that commits until it is refused does not keep its owner from %s', async (url, act) => {
    const person = await newPerson()
    await person.confirm({ act })
    for (let count = 0; count < 4; count += 1) await commit(person)
    expect((await commit(person)).statusCode).toBe(429)
    // By its schema: it was let through.
    expect((await commit(person, url)).statusCode).toBe(400)
  })

  /** Some 500 kB, on top of what is there. */
  async function commitLarge({ token, vault }: Pick<VaultOwner, 'token' | 'vault'>, isStale = false) {
    const item = { kind: 'note', name: 'a note', value: 'x'.repeat(40_000), meta: {} } as const
    const put = Array.from({ length: 10 }, () => ({ ...item, id: newItemId() }))
    const { commit: body, etag, next } = await prepareEdits(vault, { put })
    const { statusCode, headers } = await core.sendCommit({ token }, body, isStale ? '"old"' : etag)
    return { statusCode, retryAfter: headers['retry-after'], next: { token, vault: next } }
  }

  test('an account writes so many bytes an hour', async () => {
    const [bob, dan] = [await newPerson(), await newPerson()]
    const first = await commitLarge(bob)
    const second = await commitLarge(first.next)
    const third = await commitLarge(second.next)
    expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    // An hour, less what the requests took.
    expect(Number(third.retryAfter)).toBeGreaterThan(3500)
    expect((await commitLarge(dan)).statusCode).toBe(200)
  })

  test('a commit that came in pieces, and never said how long it is, counts as the largest', async () => {
    const { token, vault } = await newPerson()
    const { commit: body, etag, next } = await prepareEdits(vault, {})
    const inPieces = await core.app.inject({
      method: 'POST',
      url: '/api/vault/commits/',
      headers: {
        ...bearer(token),
        'if-match': etag,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
      payload: Readable.from([JSON.stringify(body)]),
    })
    expect([inPieces.statusCode, (await commitLarge({ token, vault: next })).statusCode]).toEqual([200, 429])
  })

  test('a refused commit does not count its bytes', async () => {
    const person = await newPerson()
    const stale = [await commitLarge(person, true), await commitLarge(person, true)]
    expect(stale.map(({ statusCode }) => statusCode)).toEqual([412, 412])
    expect((await commitLarge(person)).statusCode).toBe(200)
  })
})
