import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, startCore } from '../../../test/core-under-test.ts'
import { bearer, type WiredPerson } from '../../../test/person.ts'
import { allowApp } from '../../../test/provider-under-test.ts'

describe('the apps that a person is connected to', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeAll, () => core.newPerson())

  beforeEach(() => {
    core.provider.lie = undefined
  })

  const call = (method: 'GET' | 'POST', url: string, headers = bearer(ada.token), payload?: object) =>
    core.app.inject({ method, url, headers, ...(payload && { payload }) })
  const revoke = (clientId: string) => call('POST', '/api/account/grants/revoke/', undefined, { client_id: clientId })
  const list = async ({ token }: WiredPerson) => {
    const { grants } = (await call('GET', '/api/account/grants/?user_id=somebody-else', bearer(token))).json()
    return grants as { grant_id: string; client: object; scopes: string[] }[]
  }

  test('are listed for the user of the session alone', async () => {
    const eve = await core.newPerson()
    await allowApp(core.provider, ada.signedIn.user_id)
    const { client } = await core.provider.real()
    const [grant, ...others] = await list(ada)
    expect(grant).toMatchObject({ client: { client_id: client.client_id }, scopes: ['openid', 'email'] })
    expect([others, await list(eve)]).toEqual([[], []])
  })

  test('are disconnected whole, however often they were approved, for the person of the session alone', async () => {
    const eve = await core.newPerson()
    const { refresh_token: others } = await allowApp(core.provider, eve.signedIn.user_id)
    const tokens = [await allowApp(core.provider, ada.signedIn.user_id), await allowApp(core.provider, ada.userId)]
    const provider = await core.provider.real()
    const { client_id: clientId } = provider.client
    const response = await revoke(clientId)
    expect(response.statusCode).toBe(204)
    expect(await list(ada)).toEqual([])
    for (const { refresh_token } of tokens) {
      expect((await provider.refresh(refresh_token)).json().error).toBe('invalid_grant')
    }
    expect((await provider.refresh(others)).statusCode).toBe(200)
    expect(core.log()).toContain('grants_revoked')
    expect(core.provider.received.at(-2)?.headers['x-person-network']).toBe('127.0.0.0/24')
  })
})
