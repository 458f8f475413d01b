import { breakable, DATABASE_FAULT, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { deleteClient } from '../src/flow/grants/end-in-steps.store.ts'
import { PAGE_TEXTS } from '../src/ground/pages/page-texts.ts'
import { startProvider } from './started-provider.ts'

describe('remove client:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql', undefined))

  test('codes, tokens and requests end for good, even if the same client is put back', async () => {
    const { client, database } = provider
    const { access_token, refresh_token } = await provider.obtainTokens()
    const code = await provider.obtainCode()
    const request = await provider.startRequest()
    await database.pool.query(`
      create table provider.kept_clients as select * from provider.clients;
      create table provider.kept_secrets as select * from provider.client_secrets`)
    expect(await deleteClient(database.sql, client.client_id, () => undefined)).toBe(true)
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

  /** An app with a person's grant, and the steps of its removal. */
  async function newApp() {
    const app = await provider.register({})
    expect((await provider.exchange(await provider.obtainCodeOf(app), app)).statusCode).toBe(200)
    const remove = () => provider.admin('DELETE', `clients/${app.client_id}/`)
    const alive = () => provider.database.sql`
      select from provider.grants where client_id = ${app.client_id} and revoked_at is null`
    const recorded = async () => {
      await provider.app.auditTrail.flush()
      return provider.database.sql`
        select from provider.audit_events where client_id = ${app.client_id} and event = 'client_removed'`
    }
    expect([await alive(), await recorded()]).toEqual([[{}], []])
    return { id: app.client_id, remove, alive, recorded }
  }

  test('a failed removal can be repeated: all has ended, audited once', async () => {
    const { pool } = provider.database
    const app = await newApp()
    await pool.query('alter table provider.grants rename to grants_elsewhere')
    expect((await app.remove()).statusCode).toBe(500)
    await pool.query('alter table provider.grants_elsewhere rename to grants')
    expect((await app.remove()).statusCode).toBe(204)
    expect([await app.alive(), await app.recorded()]).toEqual([[], [{}]])
    expect((await app.remove()).statusCode).toBe(404)
    expect(await app.recorded()).toEqual([{}])
  })

  test('that failed when the client was gone ends what is left when it is asked for again', async () => {
    const { sql } = provider.database
    const app = await newApp()
    const { database: broken, break: breakIt } = breakable(provider.database)
    await expect(deleteClient(broken.sql, app.id, breakIt)).rejects.toThrow(DATABASE_FAULT)
    await sql`update provider.grants set revoked_at = null where client_id = ${app.id}`
    expect((await app.remove()).statusCode).toBe(404)
    expect(await app.alive()).toEqual([])
  })
})

describe('disable client:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  const change = async (clientId: string, step: 'disable' | 'enable') =>
    (await provider.admin('POST', `clients/${clientId}/${step}/`)).json()

  test('all is refused while disabled, and all tokens work again once enabled', async () => {
    const { client_id } = provider.client
    const { access_token, refresh_token } = await provider.obtainTokens()
    /** A browser is told that the app is off, and sent nowhere. */
    const expectOff = ({ statusCode, headers, body }: Awaited<ReturnType<typeof provider.authorize>>) => {
      expect([statusCode, headers.location]).toEqual([400, undefined])
      expect(body).toContain(PAGE_TEXTS.en.off.title)
    }
    const open = await provider.startRequest()
    const code = await provider.obtainCode()
    const disabled = await change(client_id, 'disable')
    const again = await change(client_id, 'disable')
    expect(disabled.disabled_at).toEqual(again.disabled_at)

    const headers = { accept: 'text/html' }
    expectOff(await provider.authorize({}, headers))
    for (const refused of [await provider.push(), await provider.exchange(code), await provider.refresh(refresh_token)])
      expect(refused.json().error).toBe('unauthorized_client')
    for (const token of [access_token, refresh_token])
      expect((await provider.introspect(token)).json()).toEqual({ active: false })
    expect((await provider.userinfo(access_token)).statusCode).toBe(401)
    expect((await provider.details(open)).status).toBe('expired')
    expectOff(await provider.app.inject({ url: `/oauth/return?auth_request_id=${open}`, headers }))
    expect((await provider.complete(open)).json().code).toBe('request_expired')

    expect((await change(client_id, 'enable')).disabled_at).toBeNull()
    expect((await provider.introspect(access_token)).json().active).toBe(true)
    expect((await provider.userinfo(access_token)).statusCode).toBe(200)
    expect((await provider.complete(open)).statusCode).toBe(200)
    expect((await provider.exchange(code)).statusCode).toBe(200)
    expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
  })

  test('an app disabled or enabled twice is audited once', async () => {
    const { client_id } = await provider.register({})
    for (const step of ['enable', 'disable', 'disable', 'enable', 'enable'] as const) await change(client_id, step)
    await provider.app.auditTrail.flush()
    const events = await provider.database.sql`
      select event from provider.audit_events where client_id = ${client_id} order by event_id`
    expect(events).toEqual([{ event: 'client_disabled' }, { event: 'client_enabled' }])
    expect((await provider.admin('POST', 'clients/nobody/disable/')).statusCode).toBe(404)
  })

  test('an app may end its tokens while it is disabled', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const { client_id } = provider.client
    await change(client_id, 'disable')
    expect((await provider.revoke(refresh_token)).statusCode).toBe(200)
    await change(client_id, 'enable')
    expect((await provider.refresh(refresh_token)).json().error).toBe('invalid_grant')
  })
})
