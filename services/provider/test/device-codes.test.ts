import { randomBytes } from 'node:crypto'
import { DEVICE_CODE_GRANT, NO_REDIRECT } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { findTraces } from './answers.ts'
import { createSigningKey } from './signing-key.ts'
import { grantTypes, type Started, startDevices } from './started-devices.ts'
import { ISSUER } from './started-provider.ts'

const { provider, begin, started, poll, answerTo, find, requestOf, approve, pass } = startDevices()

test('§5.2: a waiting request tells nothing to a device code that only names it, nor to another client', async () => {
  const device = await started()
  const other = await provider.register({ authenticationMethod: 'none', grantTypes, redirectUris: [] })
  const bytes = Buffer.from(device.device_code.slice('cs_dc_'.length), 'base64url')
  const guessed = `cs_dc_${Buffer.concat([bytes.subarray(0, 16), randomBytes(32)]).toString('base64url')}`
  expect(await answerTo(guessed)).toMatchObject({ error: 'invalid_grant' })
  const elsewhere = { client_id: other.client_id }
  expect(await answerTo(device.device_code, elsewhere)).toMatchObject({ error: 'invalid_grant' })
  // Does not count as a poll of the device.
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
})

test('RFC 8628 §5.4: quick approval never approves a device, whatever was allowed before', async () => {
  const first = await started()
  await approve(first)
  await poll(first.device_code)
  const device = await started()
  const id = await requestOf(device)
  const refused = await provider.complete(id, { attested: { aud: provider.tv.client_id }, unasked: true })
  expect(refused.json()).toMatchObject({ code: 'consent_required' })
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
})

test('RFC 6749 §4.1.2: a device code works once, and a second time takes back what the first one brought', async () => {
  const device = await started()
  await approve(device)
  const { access_token } = await answerTo(device.device_code)
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'invalid_grant' })
  expect((await provider.userinfo(access_token)).statusCode).toBe(401)
  expect((await find(device.user_code)).json()).toMatchObject({ status: 'approved' })
})

test('an approval whose code cannot be left for the device fails, and can be given again', async () => {
  const device = await started()
  const { sql } = provider.database
  await sql`alter table provider.device_requests add constraint full_disk check (sealed_code is null) not valid`
  expect((await approve(device)).response.statusCode).toBe(500)
  await sql`alter table provider.device_requests drop constraint full_disk`
  expect((await find(device.user_code)).json()).toMatchObject({ status: 'pending' })
  expect((await approve(device)).response.statusCode).toBe(200)
  expect((await poll(device.device_code)).statusCode).toBe(200)
})

test('a device code is its client’s alone, and no other grant type takes it, nor the code behind it', async () => {
  const device = await started()
  const other = await provider.register({ grantTypes, redirectUris: [] })
  await approve(device)
  for (const deviceCode of [device.device_code, `cs_dc_${'A'.repeat(64)}`, 'none']) {
    const asOther = { client_id: other.client_id, client_secret: other.client_secret }
    expect(await answerTo(deviceCode, asOther)).toMatchObject({ error: 'invalid_grant' })
  }
  const asCode = { grant_type: 'authorization_code', code: device.device_code, redirect_uri: NO_REDIRECT }
  expect((await provider.exchange(device.device_code, { ...asCode })).json().error).toBe('redirect_uri_mismatch')
  expect((await poll(device.device_code)).statusCode).toBe(200)
})

test.each([
  ['a client that was not registered for it', () => provider.client, {}, 'unauthorized_client'],
  ['a scope that it may not ask for', () => provider.tv, { scope: 'phone' }, 'invalid_scope'],
  ['no scope', () => provider.tv, { scope: undefined }, 'invalid_scope'],
  ['no client', () => ({ client_id: undefined, client_secret: undefined }), {}, 'invalid_client'],
  ['a malformed thumbprint', () => provider.tv, { dpop_jkt: 'x' }, 'invalid_request'],
])('%s is refused at once', async (_case, client, changes, code) => {
  expect((await begin({ ...client(), ...changes })).json()).toMatchObject({ error: code })
  expect(await answerTo('none', { ...provider.client })).toMatchObject({ error: 'unauthorized_client' })
})

test('a confidential client proves itself at both endpoints', async () => {
  const box = await provider.register({ grantTypes, redirectUris: [] })
  const own = { client_id: box.client_id, client_secret: box.client_secret }
  expect((await begin({ ...own, client_secret: 'wrong' })).json()).toMatchObject({ error: 'invalid_client' })
  const device = await started(own)
  await approve(device, box)
  expect((await poll(device.device_code, { ...own, client_secret: undefined })).statusCode).toBe(401)
  expect((await poll(device.device_code, own)).statusCode).toBe(200)
})

test('RFC 9449 §10: a proof binds the device code to its key, and the tokens are that key’s', async () => {
  const [key, thief] = [await createSigningKey(), await createSigningKey()]
  const claims = { htu: `${ISSUER}/oauth/device_authorization` }
  const nonce = String((await begin({}, { dpop: await key.proof(undefined, claims) })).headers['dpop-nonce'])
  const device = (await begin({}, { dpop: await key.proof(nonce, claims) })).json<Started>()
  await approve(device)
  expect((await poll(device.device_code, {}, { dpop: await thief.proof(nonce) })).json().error).toBe('invalid_grant')
  expect((await poll(device.device_code)).json().error).toBe('invalid_grant')
  const own = await poll(device.device_code, {}, { dpop: await key.proof(nonce) })
  expect(own.json()).toMatchObject({ token_type: 'DPoP' })
})

test('nothing that is stored opens what was approved, and neither code stands there in clear', async () => {
  const device = await started()
  const { id } = await approve(device)
  expect(await provider.stored()).toContain(id)
  const { device_code, user_code } = device
  expect(await findTraces(provider, device_code, user_code, user_code.replace('-', ''), 'ada@example.com')).toEqual([])
})

test('polls fill neither failure log nor audit trail; only those too soon are limited', async () => {
  const strict = await provider.startInstance({ rateLimits: { failures: 2, authorize: 100, registration: 1 } })
  const device = await started()
  const fields = { grant_type: DEVICE_CODE_GRANT, device_code: device.device_code, client_id: provider.tv.client_id }
  const statuses: number[] = []
  for (let round = 0; round < 10; round += 1) {
    if (round < 7) await pass(device, 6)
    statuses.push((await provider.token(fields, {}, strict)).statusCode)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 400, 429])
  await provider.database.sql`
    update provider.device_requests set interval_seconds = 600 where auth_request_id = ${await requestOf(device)}`
  await poll(device.device_code)
  const [row] = await provider.database.sql<{ interval_seconds: number }>`
    select interval_seconds from provider.device_requests where auth_request_id = ${await requestOf(device)}`
  expect(row?.interval_seconds).toBeLessThanOrEqual(600)
  await strict.auditTrail.flush()
  const events = await provider.database.sql`
    select 1 from provider.audit_events where outcome in ('authorization_pending', 'slow_down')`
  expect(events).toEqual([])
  await strict.close()
})
