import { createLogger } from '@countersign/service/telemetry'
import { createSessionKey, type SessionKey, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture, startCore } from '../../../test/core-under-test.ts'
import { bearer, type PasskeyPerson, refusalOf, statusesOf } from '../../../test/person.ts'
import { createSessionKeys } from './session-key.ts'

const HERE = 'https://sign.example'
const PASSKEY_PATH = '/api/session/passkey/finish/'
const PASSWORD_PATH = '/api/session/password/finish/'
const DAY_MS = 86_400_000

const silent = createLogger({ level: 'silent' })

describe('a session that is bound to a key', () => {
  const core = startBeforeAll(() => startCore())
  const key = createSessionKey()
  const ada = fixture(beforeAll, () => core.signUpWithPasskey())
  const grace = fixture(beforeAll, () => core.newPerson())

  async function signIn(person: PasskeyPerson, by: SessionKey = key) {
    const finish = await core.preparePasskeySignIn(person.authenticator)
    const dpop = by.prove({ method: 'POST', url: HERE + PASSKEY_PATH })
    return (await core.post(PASSKEY_PATH, finish, { dpop })).json()
  }

  const readSession = (token: string, dpop?: string) =>
    core.app.inject({ url: '/api/session/', headers: { ...bearer(token), ...(dpop && { dpop }) } })
  const proofFor = (token: string, by = key) => by.prove({ method: 'GET', url: `${HERE}/api/session/`, token })

  test('lives for weeks, since only its device can use it', async () => {
    const { session_token: token, session } = await signIn(ada)
    expect(Date.parse(session.idle_expires_at) - Date.parse(session.created_at)).toBe(30 * DAY_MS)
    expect(Date.parse(session.absolute_expires_at) - Date.parse(session.created_at)).toBe(90 * DAY_MS)
    expect((await readSession(token, proofFor(token))).statusCode).toBe(200)
  })

  type Call = { readonly method: string; readonly url: string; readonly token: string }
  test.each<[string, (call: Call) => string | undefined]>([
    ['no proof', () => undefined],
    ['a proof of another key', (call) => createSessionKey().prove(call)],
    ['a proof for another method', (call) => key.prove(call, { claims: { htm: 'DELETE' } })],
    ['a proof for another path', (call) => key.prove({ ...call, url: `${HERE}/api/sessions/` })],
    ['a proof for another host', (call) => key.prove({ ...call, url: 'https://evil.example/api/session/' })],
    ['a proof for another token', (call) => key.prove({ ...call, token: `cs_st_${'A'.repeat(64)}` })],
    ['a proof that names no token', ({ method, url }) => key.prove({ method, url })],
    ['a proof of two minutes ago', (call) => key.prove(call, { claims: { iat: Date.now() / 1000 - 120 } })],
    ['a proof of in two minutes', (call) => key.prove(call, { claims: { iat: Date.now() / 1000 + 120 } })],
    ['a proof without a jti', (call) => key.prove(call, { claims: { jti: undefined } })],
    ['a proof with the key of its owner and the signature of another', (call) => forged(key.prove(call), call)],
    ['another JWT of the key', (call) => key.prove(call, { header: { typ: 'JWT' } })],
    ['an unsigned proof', (call) => key.prove(call, { header: { alg: 'none' } })],
    ['two proofs', (call) => `${key.prove(call)}, ${key.prove(call)}`],
    ['something else', () => 'x'],
  ])('is of no use to who has its token and %s', async (_case, proofOf) => {
    const { session_token: token } = await signIn(ada)
    const response = await readSession(token, proofOf({ method: 'GET', url: `${HERE}/api/session/`, token }))
    expect(refusalOf(response)).toEqual([401, 'invalid_session'])
    expect((await readSession(token, proofFor(token))).statusCode).toBe(200)
  })

  test('takes each proof once', async () => {
    const { session_token: token } = await signIn(ada)
    const proof = proofFor(token)
    expect((await readSession(token, proof)).statusCode).toBe(200)
    expect((await readSession(token, proof)).statusCode).toBe(401)
  })

  test('takes one of many copies of a proof that come at once', async () => {
    const { session_token: token } = await signIn(ada)
    const proof = proofFor(token)
    const answers = await Promise.all(Array.from({ length: 4 }, () => readSession(token, proof)))
    expect(statusesOf(answers)).toEqual([200, 401, 401, 401])
  })

  test("is reached at the page's own address too, where one proxy serves both", async () => {
    const { session_token: token } = await signIn(ada)
    const proof = key.prove({ method: 'GET', url: 'https://consent.example/api/session', token })
    expect((await readSession(token, proof)).statusCode).toBe(200)
  })

  test('is the only one of its device: a sign-in of any user replaces it', async () => {
    const first = await signIn(ada)
    const elsewhere = await signIn(ada, createSessionKey())
    const second = await signIn(ada)
    expect((await readSession(first.session_token, proofFor(first.session_token))).statusCode).toBe(401)
    expect((await readSession(second.session_token, proofFor(second.session_token))).statusCode).toBe(200)
    const listed = await core.app.inject({
      url: '/api/sessions/',
      headers: {
        ...bearer(second.session_token),
        dpop: key.prove({ method: 'GET', url: `${HERE}/api/sessions/`, token: second.session_token }),
      },
    })
    const ids = listed.json().sessions.map((session: { session_id: string }) => session.session_id)
    expect(ids).toContain(elsewhere.session.session_id)
    expect(ids).not.toContain(first.session.session_id)
    await signInByPassword(key)
    expect((await readSession(second.session_token, proofFor(second.session_token))).statusCode).toBe(401)
  })

  test('is the only one of its device, also where two people sign in at once', async () => {
    const shared = createSessionKey()
    const answers = await Promise.all([signIn(ada, shared), signInByPassword(shared).then((answer) => answer.json())])
    const read = answers.map(({ session_token: token }) =>
      readSession(token, shared.prove({ method: 'GET', url: `${HERE}/api/session/`, token })),
    )
    expect(statusesOf(await Promise.all(read))).toEqual([200, 401])
  })

  test('ends with a sign-in under a fresh key, where the device shows the one that it had before', async () => {
    const [former, fresh] = [createSessionKey(), createSessionKey()]
    const first = await signIn(ada, former)
    const call = { method: 'POST', url: HERE + PASSWORD_PATH }
    const begin = async (by: object) => {
      const { finish } = await core.startSignIn(grace)
      return core.finishSignIn(finish, { dpop: fresh.prove(call, { claims: by }) })
    }
    const isThere = async () =>
      (await readSession(first.session_token, proofFor(first.session_token, former))).statusCode === 200
    for (const wrong of [
      'x',
      former.prove({ ...call, url: HERE + PASSKEY_PATH }),
      forged(former.prove(call), { ...call, token: '' }),
    ]) {
      expect((await begin({ former: wrong })).statusCode).toBe(401)
    }
    expect(await isThere()).toBe(true)
    expect((await begin({ former: former.prove(call) })).statusCode).toBe(200)
    expect(await isThere()).toBe(false)
  })

  async function signInByPassword(by: SessionKey, changes: object = {}, token?: string) {
    const { finish } = await core.startSignIn(grace)
    const call = { method: 'POST', url: HERE + PASSWORD_PATH }
    const dpop = by.prove(token === undefined ? call : { ...call, token })
    const headers = { ...(token !== undefined && bearer(token)), dpop }
    return core.finishSignIn({ ...finish, ...changes }, headers)
  }

  test('keeps its token and its auth_time when a password only unlocks, and a new auth_time when it signs in', async () => {
    const { session_token: token, session } = (await signInByPassword(key)).json()
    await core.database.sql`
      update core.sessions set auth_time = to_timestamp(extract(epoch from auth_time - 'epoch'::timestamptz) - 3600)
       where session_id = ${session.session_id}`
    const hourAgo = Date.parse(session.auth_time) - 3_600_000
    const unlocked = (await signInByPassword(key, { unlock: true }, token)).json()
    expect([unlocked.session_token, Date.parse(unlocked.session.auth_time)]).toEqual([token, hourAgo])
    const confirmed = (await signInByPassword(key, {}, token)).json()
    expect(confirmed.session_token).toBe(token)
    expect(Date.parse(confirmed.session.auth_time)).toBeGreaterThan(hourAgo)
    const byThief = await signInByPassword(createSessionKey(), {}, token)
    expect(byThief.json().code).toBe('invalid_session')
    const nothingToUnlock = await signInByPassword(key, { unlock: true })
    expect(nothingToUnlock.json().code).toBe('invalid_session')
  })

  test('cannot begin with a proof that is wrong', async () => {
    const finish = await core.preparePasskeySignIn(ada.authenticator)
    const response = await core.post(PASSKEY_PATH, finish, { dpop: 'x' })
    expect(response.json().code).toBe('invalid_session')
  })

  test('spends neither challenge nor password of who is refused for the proof: it can be sent again', async () => {
    const old = { claims: { iat: Date.now() / 1000 - 3600 } }
    const byPasskey = await core.preparePasskeySignIn(ada.authenticator)
    const { finish: byPassword } = await core.startSignIn(grace)
    for (const [path, finish] of [
      [PASSKEY_PATH, byPasskey],
      [PASSWORD_PATH, byPassword],
    ] as const) {
      const call = { method: 'POST', url: HERE + path }
      const refused = await core.post(path, finish, { dpop: key.prove(call, old) })
      expect(refused.json().code).toBe('invalid_session')
      expect((await core.post(path, finish, { dpop: key.prove(call) })).statusCode).toBe(200)
    }
    const { session_token: token } = (await signInByPassword(key)).json()
    const { finish } = await core.startSignIn(grace)
    const call = { method: 'POST', url: HERE + PASSWORD_PATH, token }
    const unlock = { ...finish, unlock: true }
    const refused = await core.finishSignIn(unlock, { ...bearer(token), dpop: key.prove(call, old) })
    expect(refused.json().code).toBe('invalid_session')
    const sentAgain = await core.finishSignIn(unlock, { ...bearer(token), dpop: key.prove(call) })
    expect(sentAgain.statusCode).toBe(200)
  })

  test('begins at no address that core is not configured for, which says so, once in the log', async () => {
    const { finish } = await core.startSignIn(grace)
    const url = `https://alias.example${PASSWORD_PATH}`
    for (const dpop of [key.prove({ method: 'POST', url }), key.prove({ method: 'POST', url })]) {
      expect(refusalOf(await core.finishSignIn(finish, { dpop }))).toEqual([403, 'wrong_address'])
    }
    expect(core.log().split('"event":"wrong_address"')).toHaveLength(2)
    expect(core.log()).toContain('"address":"https://alias.example"')
  })

  test('takes a bounded number of proofs of one key', async () => {
    let time = new Date()
    const { spend } = createSessionKeys(core.config, { now: () => time, logger: silent })
    for (let each = 0; each < 5_000; each++) spend({ jkt: 'a', jti: String(each) })
    expect(() => spend({ jkt: 'a', jti: 'one more' })).toThrow(
      expect.objectContaining({ code: 'service_unavailable', headers: { 'retry-after': '120' } }),
    )
    expect(() => spend({ jkt: 'b', jti: 'of another' })).not.toThrow()
    time = new Date(time.getTime() + 121_000)
    expect(() => spend({ jkt: 'a', jti: '4999' })).toThrow(expect.objectContaining({ code: 'invalid_session' }))
    expect(() => spend({ jkt: 'a', jti: 'one more' })).not.toThrow()
  })

  test('never begins with a recovery key', async () => {
    const { payload, url } = await core.prepareRecovery(grace)
    const dpop = key.prove({ method: 'POST', url: HERE + url })
    const { session_token: token, session } = (await core.post(url, payload, { dpop })).json()
    expect(Date.parse(session.absolute_expires_at) - Date.parse(session.created_at)).toBe(15 * 60_000)
    expect((await readSession(token)).statusCode).toBe(200)
  })
})

test('a request whose target is a whole address is proven by nothing, and is no failure of ours', async () => {
  const { verify } = createSessionKeys(
    { addresses: ['http://localhost:8081'] },
    { now: () => new Date(), logger: silent },
  )
  const target = 'http://x/api/session/'
  const proof = createSessionKey().prove({ method: 'GET', url: target })
  const verifying = verify({ token: undefined, proof: { proof, method: 'GET', path: target } })
  await expect(verifying).rejects.toMatchObject({ code: 'invalid_session' })
})

/** With the header and the claims of the first, and the signature that another key makes. */
function forged(proof: string, call: { method: string; url: string; token: string }): string {
  const signature = createSessionKey().prove(call).split('.')[2]
  return [...proof.split('.').slice(0, 2), signature].join('.')
}
