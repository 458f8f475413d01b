import type { SignedIn } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixture, startCore } from '../../../test/core-under-test.ts'
import { bearer, changed, PASSWORD as password, refusalOf, startSignIn } from '../../../test/person.ts'

describe('signing in', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeAll, () => core.signUpWithPassword({ login: 'ada@example.org', password }))

  test('CVE-2024-7341, CVE-2022-3916, CVE-2023-6787: a sign-in never adopts a token that came along', async () => {
    const chosen = `cs_st_${'A'.repeat(64)}`
    const { response: refused } = await core.signInWithPassword(ada, bearer(chosen))
    expect(refusalOf(refused)).toEqual([401, 'invalid_session'])
    expect((await core.get('/api/session/', chosen)).statusCode).toBe(401)
    const first = (await core.signInWithPassword(ada)).response.json<SignedIn>()
    const second = (await core.signInWithPassword(ada)).response.json<SignedIn>()
    expect(new Set([chosen, ada.token, first.session_token, second.session_token]).size).toBe(4)
    expect(first.session.session_id).not.toBe(second.session.session_id)
    const kept = await core.get('/api/session/', ada.token)
    expect(kept.json()).toMatchObject({ session_id: ada.signedIn.session.session_id })
  })

  test('a known and an unknown name look alike at the start and at the end, wrong password given', async () => {
    const attempts = await Promise.all(
      ['ada@example.org', 'nobody@example.org'].map(async (login) => {
        const { response, isRight, finish } = await core.startSignIn({ login, password: 'a wrong password' })
        const finished = await core.finishSignIn(finish)
        return {
          isRight,
          start: [
            response.statusCode,
            Object.keys(response.json<object>()),
            response.body.length,
            headerNames(response.headers),
          ],
          finish: [finished.statusCode, finished.body, headerNames(finished.headers)],
        }
      }),
    )
    expect(attempts[0]).toEqual(attempts[1])
    expect(attempts[0]).toMatchObject({ isRight: false })
    expect(attempts[0]?.finish[0]).toBe(401)
  })

  test('the evaluated element is the same before and after the name is taken', async () => {
    const login = 'newcomer'
    const { response, start } = await core.startSignIn({ login, password })
    await core.finishSignUp((await core.prepareSignUp({ login, password })).finish)
    const after = await core.app.inject(start)
    expect(evaluatedElement(after.json())).toBe(evaluatedElement(response.json()))
  })

  test('of twenty finishes of one sign-in at once, one succeeds', async () => {
    const { finish } = await core.startSignIn(ada)
    const responses = await Promise.all(Array.from({ length: 20 }, () => core.finishSignIn(finish)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(19)
  })

  test('a wrong finish spends the sign-in', async () => {
    const { finish } = await core.startSignIn(ada)
    const wrong = await core.finishSignIn({ ...finish, finish_login_request: 'A'.repeat(86) })
    const right = await core.finishSignIn(finish)
    expect([wrong.statusCode, right.statusCode]).toEqual([401, 401])
    expect(right.json().code).toBe('invalid_credentials')
  })

  test('a sign-in that took more than its minute is refused', async () => {
    const { finish } = await core.startSignIn(ada)
    await core.database.sql`update core.logins set expires_at = now() where login_id = ${finish.login_id}`
    const late = await core.finishSignIn(finish)
    expect(late.statusCode).toBe(401)
  })

  test('a malformed OPAQUE message is refused, whether the name is known or not', async () => {
    const responses = await Promise.all(
      ['ada@example.org', 'nobody@example.org'].map((login) =>
        core.post('/api/session/password/start/', { login, start_login_request: 'AAAA' }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400])
    expect(responses[0]?.body).toBe(responses[1]?.body)
  })

  test('processes that start together keep one dummy record', async () => {
    const second = await startCore('postgresql', { database: core.database, config: core.config })
    await Promise.all([core, second].map(({ app }) => startSignIn(app, { login: 'nobody', password })))
    expect(await core.database.sql`select count(*)::int as count from core.dummy_record`).toEqual([{ count: 1 }])
    await second.close()
  })

  test('a recovery key gives a session that reads the vault and nothing more', async () => {
    const { device, wire } = core.newWiredDevice()
    const { memory } = await device.signInByRecoveryKey(ada)
    expect(memory.vault_id).toBe(ada.signedIn.vault_id)
    const response = wire.answerTo('/api/session/recovery/')
    expect(response.statusCode).toBe(200)
    const { session_token, session, unlock } = response.json<SignedIn>()
    expect([session.scope, unlock.type]).toEqual(['recovery', 'recovery'])
    const headers = bearer(session_token)
    expect((await core.app.inject({ url: '/api/session/', headers })).statusCode).toBe(200)
    expect(refusalOf(await core.post('/api/vault/commits/', {}, headers))).toEqual([403, 'insufficient_session'])
  })

  test('a wrong or unknown recovery key is refused in the same words', async () => {
    const right = await core.prepareRecovery(ada)
    const wrong = await core.app.inject(changed(right, { rec_auth: 'A'.repeat(43) }))
    const unknown = await core.app.inject(changed(right, { rec_id: 'A'.repeat(22), rec_auth: 'A'.repeat(43) }))
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(wrong.body).toBe(unknown.body)
  })
})

function headerNames(headers: object): string[] {
  return Object.keys(headers).toSorted()
}

/** The first 32 bytes of OPAQUE's second message: the evaluated element. */
function evaluatedElement({ login_response }: { login_response: string }): string {
  return Buffer.from(login_response, 'base64url').subarray(0, 32).toString('hex')
}
