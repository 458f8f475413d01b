import { readDataTokenKeys, verifyDataUpdate, openSealedClaims, importClaimsKeys } from '@countersign/data-token'
import { newAppKey } from '@countersign/data-token/testing'
import { signUp } from '@countersign/testing'
import { expect, test } from 'vitest'
import { registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { release } from '../support/returning.ts'

const core = useLyingCore()
const ADA = { email: 'ada@example.org', name: 'Ada Lovelace' }

test('data updates: after a change in the vault, the next refresh brings it, sealed for the app', async () => {
  const key = await newAppKey()
  const app = await registerApp(core.system, { name: 'Books', scopes: { openid: {}, email: {}, profile: {} }, claimsEncryptionKey: key.publicJwk, keepsUpToDate: true })
  const { device } = await signUp(core)
  const { client } = app
  const flow = { ...app, begin: (options = {}) => app.begin({ ...options, claimsDecryptionKey: JSON.stringify(key.privateJwk) }) }
  const { redeem } = await release(core, { device, app: flow, values: ADA, approval: { grant: { keeps_up_to_date: true } } })
  const { tokens } = await redeem()
  const refresh = async (refreshToken: string) => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: client.clientId, client_secret: client.clientSecret ?? '' })
    return (await fetch(`${core.system.providerUrl}/oauth/token/`, { method: 'POST', body })).json() as Promise<Record<string, string>>
  }
  const first = await refresh(tokens.refreshToken!)
  expect(first).not.toHaveProperty('data_token')
  expect(await device.listUpdates({})).toEqual([expect.objectContaining({ changes: {}, delivery: 'none' })])
  await device.saveProfile({ values: { email: 'ada@home.example' } })
  const [update] = await device.listUpdates({})
  expect(update).toMatchObject({ changes: { email: 'ada@home.example' }, problem: undefined })
  expect(await device.sendUpdates({ updates: [update!] })).toEqual([{ clientId: client.clientId }])
  expect(await device.listUpdates({})).toEqual([expect.objectContaining({ changes: {}, delivery: 'waiting' })])
  const second = await refresh(first['refresh_token']!)
  expect(await refresh(first['refresh_token']!)).toEqual(second)
  expect(await device.listUpdates({})).toEqual([expect.objectContaining({ delivery: 'fetched' })])
  const third = await refresh(second['refresh_token']!)
  expect(third).not.toHaveProperty('data_token')
  const jwks = await (await fetch(`${core.system.providerUrl}/.well-known/jwks.json`)).json() as { keys: { alg?: string }[] }
  const own = JSON.stringify({ keys: jwks.keys.filter((each) => each.alg === "ES256") })
  const verified = await verifyDataUpdate(second['data_token']!, await readDataTokenKeys(own), { issuer: core.system.providerUrl, audience: client.clientId })
  const opened = await openSealedClaims(verified, await importClaimsKeys([key.privateJwk as never]))
  expect(opened.claims).toEqual({ ...ADA, email: 'ada@home.example' })
})
