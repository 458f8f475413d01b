import { randomUUID } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCore } from '../../test/core-under-test.ts'
import { bearer, signUpWithPassword, type WiredPerson } from '../../test/person.ts'
import { allowApp, say } from '../../test/provider-under-test.ts'

describe('the apps that a person is connected to', () => {
  const core = startBeforeAll(() => startCore('embedded'))
  let ada: WiredPerson

  beforeAll(async () => {
    ada = await signUpWithPassword(core.app, { login: 'ada', password: 'violet kettle sleeps in orbit' })
  })
  beforeEach(() => {
    core.provider.lie = undefined
  })

  const call = (method: 'GET' | 'DELETE', url: string, headers = bearer(ada.token)) =>
    core.app.inject({ method, url, headers })
  const list = async ({ token }: WiredPerson) => {
    const { grants } = (await call('GET', '/api/account/grants/?user_id=somebody-else', bearer(token))).json()
    return grants as { grant_id: string; client: object; scopes: string[] }[]
  }

  test('are listed for the person of the session, and for nobody else', async () => {
    const eve = await signUpWithPassword(core.app, { login: 'eve', password: 'violet kettle sleeps in orbit' })
    await allowApp(core.provider, ada.signedIn.user_id)
    const { client } = await core.provider.real()
    const [grant, ...others] = await list(ada)
    expect(grant).toMatchObject({ client: { client_id: client.client_id }, scopes: ['openid', 'email'] })
    expect([others, await list(eve)]).toEqual([[], []])
  })

  test('are disconnected one at a time, in the name of the session', async () => {
    const { refresh_token } = await allowApp(core.provider, ada.signedIn.user_id)
    const [newest, ...others] = await list(ada)
    const response = await call('DELETE', `/api/account/grants/${newest?.grant_id}/`)
    expect(response.statusCode).toBe(204)
    expect(await list(ada)).toEqual(others)
    const refused = await (await core.provider.real()).refresh(refresh_token)
    expect(refused.json().error).toBe('invalid_grant')
    expect(core.log()).toContain('grant_revoked')
    expect(core.provider.received.at(-2)?.headers['x-person-network']).toBe('127.0.0.0/24')
  })

  test.each([
    ['a grant that there is not', undefined, 404],
    ['a provider that is away', say(500, {}), 503],
    ['an answer of another shape', say(200, { revoked: 'all' }), 503],
  ])('%s changes nothing and says so', async (_case, lie, expected) => {
    core.provider.lie = lie
    const response = await call('DELETE', `/api/account/grants/${randomUUID()}/`)
    expect(response.statusCode).toBe(expected)
    expect(response.json()).toEqual({ error: expect.any(String), code: expect.any(String) })
  })

  test.each(['GET', 'DELETE'] as const)('%s needs a session', async (method) => {
    const url = method === 'GET' ? '/api/account/grants/' : `/api/account/grants/${randomUUID()}/`
    expect((await call(method, url, bearer('cs_st_nobody'))).statusCode).toBe(401)
  })
})
