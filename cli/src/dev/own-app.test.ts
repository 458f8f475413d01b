import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findClient, providerMigrations, withRegistrar } from '@countersign/provider'
import { createTestDatabase } from '@countersign/testing'
import { expect, test } from 'vitest'
import type { AppOptions } from './app-options.ts'
import { provideOwnApp } from './own-app.ts'

const OPTIONS: AppOptions = {
  redirectUri: 'http://localhost:3000/callback',
  name: undefined,
  scope: undefined,
  public: false,
  envFile: undefined,
}

test('an app that is developed is one client at each start, changed where something is said of it', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'countersign own app-'))
  const database = await createTestDatabase('postgresql', providerMigrations)
  const { sql } = database
  await withRegistrar({ sql, by: 'command_line:test' }, async (registrar) => {
    const start = (options: Partial<AppOptions> = {}) =>
      provideOwnApp({ sql, registrar, dataDirectory }, { ...OPTIONS, ...options })
    const first = await start({ scope: ['openid', 'email:required=To send receipts.'] })
    expect(first.claimsKeyFile).toBe(join(dataDirectory, 'localhost-3000-callback.claims-key.json'))
    expect(await start()).toEqual(first)
    expect(await start({ name: 'My Shop' })).toEqual(first)
    expect(await findClient(sql, first.client.clientId)).toMatchObject({
      name: 'My Shop',
      scopes: [{ name: 'openid' }, { name: 'email', required: true, reason: 'To send receipts.' }],
      postLogoutRedirectUris: ['http://localhost:3000/'],
    })

    const bare = await start({ public: true })
    const { clientId } = first.client
    expect(bare).toMatchObject({ client: { clientId, clientSecret: undefined }, claimsKeyFile: undefined })
    expect(await findClient(sql, clientId)).toMatchObject({ authenticationMethod: 'none', secretHashes: [] })
    const again = await start()
    expect(again.client.clientSecret).toMatch(/^cs_cs_/)
    expect(again.client).not.toEqual(first.client)
    expect(await start()).toEqual(again)

    const other = await start({ redirectUri: 'http://localhost:4000/callback' })
    expect(other.client.clientId).not.toBe(clientId)
    await registrar.removeClient(clientId)
    expect((await start()).client.clientId).not.toBe(clientId)
  })
  await database.close()
  rmSync(dataDirectory, { recursive: true })
})
