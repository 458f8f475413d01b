import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { startCore } from '../../../test/core-under-test.ts'
import { bearer, type WiredPerson } from '../../../test/person.ts'
import { allowApp } from '../../../test/provider-under-test.ts'

const core = startBeforeAll(() => startCore())

test('apps are listed and disconnected whole, however often approved, for the person of the session alone', async () => {
  const [ada, eve] = [await core.newPerson(), await core.newPerson()]
  const list = async ({ token }: WiredPerson) =>
    (await core.get('/api/account/grants/?user_id=somebody-else', token)).json<{ grants: object[] }>().grants
  const first = await allowApp(core.provider, ada.userId)
  const provider = await core.provider.real()
  const { client_id } = provider.client
  expect(await list(ada)).toMatchObject([{ client: { client_id }, scopes: ['openid', 'email'] }])
  expect(await list(eve)).toEqual([])

  const [second, others] = [await allowApp(core.provider, ada.userId), await allowApp(core.provider, eve.userId)]
  const revoked = await core.post('/api/account/grants/revoke/', { client_id }, bearer(ada.token))
  expect(core.provider.received.at(-1)?.headers['x-person-network']).toBe('127.0.0.0/24')
  expect([revoked.statusCode, await list(ada)]).toEqual([204, []])
  for (const { refresh_token } of [first, second]) {
    expect((await provider.refresh(refresh_token)).json().error).toBe('invalid_grant')
  }
  expect((await provider.refresh(others.refresh_token)).statusCode).toBe(200)
  expect(core.log()).toContain('grants_revoked')
})
