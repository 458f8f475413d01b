import { randomUUID } from 'node:crypto'
import type { SessionList, SignedIn } from '@countersign/contracts'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import { bearer, type PasswordPerson, signInWithPassword, signUpWithPassword } from '../../../test/person.ts'

const password = 'violet kettle sleeps in orbit'

describe.each(ENGINES)('the list of sessions on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  let ada: PasswordPerson
  let grace: PasswordPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password })
    grace = await signUpWithPassword(core.app, { login: 'grace', password })
  })

  const list = async ({ token }: { token: string }) =>
    (await core.app.inject({ url: '/api/sessions/', headers: bearer(token) })).json<SessionList>().sessions

  const end = (token: string, url: string) => core.app.inject({ method: 'DELETE', url, headers: bearer(token) })

  const statusOf = async (token: string) =>
    (await core.app.inject({ url: '/api/session/', headers: bearer(token) })).statusCode

  test('shows the living ones of their owner, with what makes a device recognisable', async () => {
    const second = (await signInWithPassword(core.app, ada)).response.json<SignedIn>()
    const sessions = await list(ada)
    expect(sessions.map(({ session_id }) => session_id).toSorted()).toEqual(
      [ada.signedIn.session.session_id, second.session.session_id].toSorted(),
    )
    const current = sessions.find(({ is_current }) => is_current)
    expect(current).toMatchObject({
      session_id: ada.signedIn.session.session_id,
      scope: 'full',
      method: 'password',
      network: '127.0.0.0/24',
      user_agent: 'Another browser',
    })
  })

  test('ends all others, and keeps the one that asks', async () => {
    const second = (await signInWithPassword(core.app, ada)).response.json<SignedIn>()
    expect((await end(ada.token, '/api/sessions/')).statusCode).toBe(204)
    expect([await statusOf(ada.token), await statusOf(second.session_token), await statusOf(grace.token)]).toEqual([
      200, 401, 200,
    ])
  })

  test('ends one; a second time, of somebody else or of nobody it is not there', async () => {
    const second = (await signInWithPassword(core.app, ada)).response.json<SignedIn>()
    const path = `/api/sessions/${second.session.session_id}/`
    const others = [await end(grace.token, path), await end(ada.token, `/api/sessions/${randomUUID()}/`)]
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(others[0]!.body).toBe(others[1]!.body)
    expect(await statusOf(second.session_token)).toBe(200)
    expect((await end(ada.token, path)).statusCode).toBe(204)
    expect(await statusOf(second.session_token)).toBe(401)
    expect((await end(ada.token, path)).statusCode).toBe(404)
  })
})
