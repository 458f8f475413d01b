import { ENGINES, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { deleteClient } from '../src/clients/delete-client.store.ts'
import { startProvider } from './started-provider.ts'

describe.each(ENGINES)('removing a client on the %s database', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  test('ends its codes, tokens and requests for good: they stay dead even when the same client is put back', async () => {
    const { client, database } = provider
    const { access_token, refresh_token } = await provider.obtainTokens()
    const code = await provider.obtainCode()
    const request = await provider.startRequest()
    await database.pool.query(`
      create table provider.kept_clients as select * from provider.clients;
      create table provider.kept_secrets as select * from provider.client_secrets`)
    expect(await deleteClient(database.sql, client.client_id)).toBe(true)
    await database.pool.query(`
      insert into provider.clients select * from provider.kept_clients;
      insert into provider.client_secrets select * from provider.kept_secrets`)

    expect((await provider.userinfo(access_token)).statusCode).toBe(401)
    expect((await provider.introspect(access_token)).json()).toEqual({ active: false })
    expect((await provider.introspect(refresh_token)).json()).toEqual({ active: false })
    expect((await provider.refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await provider.complete(request)).statusCode).toBe(404)
    expect((await provider.obtainTokens()).access_token).toMatch(/^cs_at_/)
  })
})
