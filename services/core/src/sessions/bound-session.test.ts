import { createSessionKey, ENGINES, type SessionKey, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startCore } from '../../test/core-under-test.ts'
import {
  bearer,
  finishSignIn,
  type PasskeyPerson,
  type PasswordPerson,
  post,
  preparePasskeySignIn,
  prepareRecovery,
  signUpWithPasskey,
  signUpWithPassword,
  startSignIn,
} from '../../test/person.ts'
import { createSessionKeys } from './session-key.ts'

const HERE = 'https://sign.example'
const PASSKEY_PATH = '/api/session/passkey/finish/'
const PASSWORD_PATH = '/api/session/password/finish/'
const DAY_MS = 86_400_000

describe.each(ENGINES)('a session that is bound to a key, on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  const key = createSessionKey()
  let ada: PasskeyPerson
  let grace: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPasskey(core.app)
    grace = await signUpWithPassword(core.app, { login: 'grace', password: 'violet kettle sleeps in orbit' })
  })

  async function signIn(person: PasskeyPerson, by: SessionKey = key) {
    const finish = await preparePasskeySignIn(core.app, person.authenticator)
    const dpop = by.prove({ method: 'POST', url: HERE + PASSKEY_PATH })
    return (await post(core.app, PASSKEY_PATH, finish, { dpop })).json()
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
    ['a proof for another token', (call) => key.prove({ ...call, token: `cs_st_${'A'.repeat(43)}` })],
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
    expect([response.statusCode, response.json().code]).toEqual([401, 'invalid_session'])
    expect((await readSession(token, proofFor(token))).statusCode).toBe(200)
  })

  test('takes each proof once', async () => {
    const { session_token: token } = await signIn(ada)
    const proof = proofFor(token)
    expect((await readSession(token, proof)).statusCode).toBe(200)
    expect((await readSession(token, proof)).statusCode).toBe(401)
  })

  test("is reached at the page's own address too, where one proxy serves both", async () => {
    const { session_token: token } = await signIn(ada)
    const proof = key.prove({ method: 'GET', url: 'https://consent.example/api/session', token })
    expect((await readSession(token, proof)).statusCode).toBe(200)
  })

  test('is the only one of its device: another sign-in takes its place, whoever signs in', async () => {
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

  async function signInByPassword(by: SessionKey, changes: object = {}, token?: string) {
    const { finish } = await startSignIn(core.app, grace)
    const call = { method: 'POST', url: HERE + PASSWORD_PATH }
    const dpop = by.prove(token === undefined ? call : { ...call, token })
    const headers = { ...(token !== undefined && bearer(token)), dpop }
    return finishSignIn(core.app, { ...finish, ...changes }, headers)
  }

  test('keeps its token and its auth_time when a password only unlocks, and a new auth_time when it signs in', async () => {
    const { session_token: token, session } = (await signInByPassword(key)).json()
    await core.database.sql`
      update core.sessions set auth_time = auth_time - interval '1 hour' where session_id = ${session.session_id}`
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
    const finish = await preparePasskeySignIn(core.app, ada.authenticator)
    const response = await post(core.app, PASSKEY_PATH, finish, { dpop: 'x' })
    expect(response.json().code).toBe('invalid_session')
  })

  test('never begins with a recovery key', async () => {
    const { payload, url } = await prepareRecovery(core.app, grace)
    const dpop = key.prove({ method: 'POST', url: HERE + url })
    const { session_token: token, session } = (await post(core.app, url, payload, { dpop })).json()
    expect(Date.parse(session.absolute_expires_at) - Date.parse(session.created_at)).toBe(15 * 60_000)
    expect((await readSession(token)).statusCode).toBe(200)
  })
})

test('a request whose target is a whole address is proven by nothing, and is no failure of ours', async () => {
  const { prove } = createSessionKeys({ addresses: ['http://localhost:8081'] }, () => new Date())
  const target = 'http://x/api/session/'
  const proof = createSessionKey().prove({ method: 'GET', url: target })
  const proving = prove({ token: undefined, proof: { proof, method: 'GET', path: target } })
  await expect(proving).rejects.toMatchObject({ code: 'invalid_session' })
})

/** With the header and the claims of the first, and the signature that another key makes. */
function forged(proof: string, call: { method: string; url: string; token: string }): string {
  const signature = createSessionKey().prove(call).split('.')[2]
  return [...proof.split('.').slice(0, 2), signature].join('.')
}
