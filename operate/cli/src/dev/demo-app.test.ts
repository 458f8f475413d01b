import { generateClaimsKeyPair } from '@countersign/data-token'
import { findClient, providerMigrations, withRegistrar } from '@countersign/provider'
import { migrate, openDatabase } from '@countersign/service/sql'
import { closeAfterTest, databaseForTest } from '@countersign/testing'
import { expect, test } from 'vitest'
import { provideDemoClient } from './demo-app.ts'

test('the demo app is one client, with the key that it has now, also where it had none', async () => {
  const url = await databaseForTest()
  const database = closeAfterTest(await openDatabase({ databaseUrl: url }))
  const { sql } = database
  await migrate(database, providerMigrations)
  await withRegistrar({ sql, by: 'command_line:test' }, async (registrar) => {
    const app = {
      redirectUri: 'http://localhost:8090/callback',
      claimsKey: (await generateClaimsKeyPair()).publicJwk,
      university: 'http://localhost:8080/demo-university',
    }
    const keyOf = async (clientId: string) => (await findClient(sql, clientId))?.claimsEncryptionKey
    const first = await provideDemoClient({ sql, registrar }, undefined, app)
    expect(await keyOf(first.clientId)).toEqual(app.claimsKey)

    await registrar.updateClient(first.clientId, {
      claimsEncryptionKey: null,
      credentialsRequested: undefined,
      keepsUpToDate: false,
      eventsUri: null,
    })
    expect(await provideDemoClient({ sql, registrar }, first, app)).toBe(first)
    expect(await findClient(sql, first.clientId)).toMatchObject({
      claimsEncryptionKey: app.claimsKey,
      keepsUpToDate: true,
      eventsUri: 'http://localhost:8090/events',
      credentialsRequested: { credentials: [{ id: 'degree', meta: { vct_values: [`${app.university}/degree`] } }] },
    })

    // Nothing changes, so nothing is recorded.
    const rows = async () => (await sql<{ count: string }>`select count(*) from provider.audit_events`)[0]?.count
    const before = await rows()
    await provideDemoClient({ sql, registrar }, first, app)
    expect(await rows()).toBe(before)

    const renewed = { ...app, claimsKey: (await generateClaimsKeyPair()).publicJwk }
    expect(await provideDemoClient({ sql, registrar }, first, renewed)).toBe(first)
    expect(await keyOf(first.clientId)).toEqual(renewed.claimsKey)

    const moved = await provideDemoClient({ sql, registrar }, first, {
      ...app,
      redirectUri: 'http://localhost:9/callback',
    })
    expect(moved.clientId).not.toBe(first.clientId)
  })
})
