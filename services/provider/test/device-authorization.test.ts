import { randomBytes } from 'node:crypto'
import { DEVICE_CODE_GRANT, NO_REDIRECT } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleaningSteps } from '../src/surface/cleaning.store.ts'
import { expectRefusal } from './answers.ts'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, REPLACED_SECRETS, startProvider, type TestClient } from './started-provider.ts'

type Started = { readonly device_code: string; readonly user_code: string; readonly interval: number }
type Fields = Readonly<Record<string, string | undefined>>

describe('device authorization (RFC 8628)', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  const grantTypes = [DEVICE_CODE_GRANT, 'refresh_token'] as const
  let tv: TestClient

  beforeAll(async () => {
    tv = await provider.register({ name: 'TV', authenticationMethod: 'none', grantTypes, redirectUris: [] })
  })

  async function begin(changes: Fields = {}, headers: Record<string, string> = {}) {
    const fields = { client_id: tv.client_id, scope: 'openid email', ...changes }
    return provider.post('/oauth/device_authorization', fields, headers)
  }

  const started = async (changes: Fields = {}) => (await begin(changes)).json<Started>()

  async function poll(deviceCode: string, changes: Fields = {}, headers: Record<string, string> = {}) {
    const fields = { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode, client_id: tv.client_id, ...changes }
    return provider.token(fields, headers)
  }

  const answerTo = async (deviceCode: string, changes: Fields = {}) => (await poll(deviceCode, changes)).json()

  async function find(userCode: string) {
    return provider.internal('POST', 'device-request/', { user_code: userCode })
  }

  async function requestOf({ user_code }: Started): Promise<string> {
    return (await find(user_code)).json<{ auth_request_id: string }>().auth_request_id
  }

  async function approve(device: Started, client = tv) {
    const id = await requestOf(device)
    const data_token = await provider.attest(id, { aud: client.client_id })
    return { id, data_token, response: await provider.complete(id, { data_token }) }
  }

  /** As if so many seconds had passed for the request of a device. */
  async function pass(device: Started, seconds: number): Promise<void> {
    const { sql } = provider.database
    const id = await requestOf(device)
    // Read before they are written: a cluster reckons with no column in a write.
    const [times] = await sql<Record<'polled_at' | 'expires_at' | 'code_expires_at', Date | null>>`
      select polled_at - make_interval(secs => ${seconds}) as polled_at,
             expires_at - make_interval(secs => ${seconds}) as expires_at,
             code_expires_at - make_interval(secs => ${seconds}) as code_expires_at
        from provider.device_requests join provider.authorization_requests using (auth_request_id)
       where auth_request_id = ${id}`
    await sql`update provider.device_requests set polled_at = ${times!.polled_at} where auth_request_id = ${id}`
    await sql`
      update provider.authorization_requests
         set expires_at = ${times!.expires_at}, code_expires_at = ${times!.code_expires_at} where auth_request_id = ${id}`
  }

  test('§3.2: a device gets its codes, where to go and how long, never cached', async () => {
    const response = await begin()
    expect(response.statusCode).toBe(200)
    const { user_code, ...rest } = response.json()
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(rest).toEqual({
      device_code: expect.stringMatching(/^cs_dc_[\w-]{64}$/),
      verification_uri: `${ISSUER}/device`,
      verification_uri_complete: `${ISSUER}/device?user_code=${user_code}`,
      expires_in: 600,
      interval: 5,
    })
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
  })

  test('the whole way: it waits, is approved on another machine, and gets what a code would have brought', async () => {
    const device = await started()
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
    const { id, response, data_token } = await approve(device)
    expect(response.json()).toEqual({ redirect_uri: NO_REDIRECT, authorization_code: '', state: '' })
    const answer = await poll(device.device_code)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
      data_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid email',
    })
    expect((await provider.userinfo(answer.json().access_token)).json()).toMatchObject({ email: 'ada@example.com' })
    expect((await provider.details(id)).redirect_uri).toBe(NO_REDIRECT)
    const client = { client_id: tv.client_id, client_secret: undefined }
    expect((await provider.refresh(answer.json().refresh_token, client)).statusCode).toBe(200)
  })

  test('§3.3: the code leads to its request in any case and spacing, and reading it makes it nobody’s', async () => {
    const device = await started()
    const letters = device.user_code.replace('-', '')
    const spellings = [
      letters.toLowerCase(),
      ` ${letters.slice(0, 2)} ${letters.slice(2)}\t`,
      letters.split('').join('–'),
      `${letters.slice(0, 4)}ー${letters.slice(4)}`,
      `“${letters.slice(0, 4)}\u200b+${letters.slice(4)}”`,
    ]
    for (const spelling of [device.user_code, ...spellings]) {
      expect((await find(spelling)).json()).toMatchObject({
        status: 'pending',
        requested_at: expect.stringMatching(/Z$/),
        client: { name: 'TV', host: '' },
      })
    }
    const [row] = await provider.database.sql<{ user_id: string | null }>`
      select user_id from provider.authorization_requests where auth_request_id = ${await requestOf(device)}`
    expect(row?.user_id).toBeNull()
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
  })

  test.each([
    ['a code that never was', 'BBBB-BBBB'],
    ['vowels', 'AEIO-UAEI'],
    ['too few', 'BCD'],
    ['SQL', "' or 1=1 --"],
  ])('with %s nothing is found, and which of these it is nobody is told', async (_case, code) => {
    const response = await find(code)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ code: 'not_found', error: 'No device waits with this code.' })
  })

  test('whoever opens the request first is the only one who may answer it', async () => {
    const device = await started()
    const id = await requestOf(device)
    await provider.readAs('somebody-else', id)
    expect((await approve(device)).response.statusCode).toBe(404)
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
  })

  test('§3.5: a poll that comes too soon is told to slow down, and the interval grows by five seconds each time', async () => {
    const device = await started()
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
    expectRefusal(await poll(device.device_code), 400, 'slow_down')
    await pass(device, 6)
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'slow_down' })
    await pass(device, 15)
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
  })

  test('§3.5: a denial is access_denied, and a code without an answer expires, with the code that people type', async () => {
    const denied = await started()
    const id = await requestOf(denied)
    await provider.deny(id)
    const refused = await poll(denied.device_code)
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'access_denied'])
    expect((await find(denied.user_code)).json()).toMatchObject({ status: 'denied' })

    const late = await started()
    await pass(late, 601)
    expect(await answerTo(late.device_code)).toMatchObject({ error: 'expired_token' })
    expect((await find(late.user_code)).json()).toMatchObject({ status: 'expired' })

    const unfetched = await started()
    await approve(unfetched)
    await pass(unfetched, 601)
    expect(await answerTo(unfetched.device_code)).toMatchObject({ error: 'expired_token' })
  })

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

  test('RFC 8628 §5.4: a device is never approved by quick approval, even where the person allows the app already', async () => {
    const first = await started()
    await approve(first)
    await poll(first.device_code)
    const device = await started()
    const id = await requestOf(device)
    const data_token = await provider.attest(id, { aud: tv.client_id })
    const refused = await provider.complete(id, { data_token, unasked: true })
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

  test('an approval whose code cannot be left for the device is none, and can be given again', async () => {
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
    ['a scope that it may not ask for', () => tv, { scope: 'phone' }, 'invalid_scope'],
    ['no scope', () => tv, { scope: undefined }, 'invalid_scope'],
    ['no client', () => ({ client_id: undefined, client_secret: undefined }), {}, 'invalid_client'],
    ['a thumbprint that is none', () => tv, { dpop_jkt: 'x' }, 'invalid_request'],
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
    const tables = ['device_requests', 'user_codes', 'authorization_requests']
    const rows = await Promise.all(
      tables.map(
        async (table) => (await provider.database.pool.query(`select t::text as row from provider.${table} t`)).rows,
      ),
    )
    const everything = `${JSON.stringify(rows)}${provider.log.join('')}`
    expect(everything).toContain(id)
    for (const secret of [device.device_code, device.user_code, device.user_code.replace('-', ''), 'ada@example.com']) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('polls fill neither the log of failures nor the audit trail; those that come too soon have an end, others have none', async () => {
    const strict = await provider.startInstance({ rateLimits: { failures: 2, authorize: 100, registration: 1 } })
    const device = await started()
    const fields = { grant_type: DEVICE_CODE_GRANT, device_code: device.device_code, client_id: tv.client_id }
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

  test('a code that was shown before a secret was replaced is still found', async () => {
    const device = await started()
    const next = await provider.startInstance({ keyEncryptionSecrets: REPLACED_SECRETS })
    const headers = { 'x-service-token': provider.config.serviceTokens[0] ?? '' }
    const payload = { user_code: device.user_code }
    const found = await next.inject({ method: 'POST', url: '/api/auth/internal/device-request/', headers, payload })
    expect(found.statusCode).toBe(200)
    await next.close()
  })

  test('§3.3: once answered, the way back leads to where another code can be typed', async () => {
    const device = await started()
    const { id } = await approve(device)
    const back = await provider.app.inject(`/oauth/return?auth_request_id=${id}`)
    expect([back.statusCode, back.headers.location]).toEqual([302, `${ISSUER}/device`])
  })

  test('what has left is cleaned up', async () => {
    const device = await started()
    const { sql } = provider.database
    await sql`update provider.user_codes set leaves_at = now() - interval '1 second'`
    await sql`update provider.device_requests set leaves_at = now() - interval '1 second'`
    const steps = cleaningSteps({ auditDays: 365, reuseDetectionDays: 30 }).filter(({ table }) =>
      /device_requests|user_codes/.test(table),
    )
    for (const { remove } of steps) await remove(sql, 500)
    expect(await answerTo(device.device_code)).toMatchObject({ error: 'invalid_grant' })
    expect((await find(device.user_code)).statusCode).toBe(404)
  })
})

test('§4: the metadata names the endpoint and the grant type', async () => {
  const provider = await startProvider('embedded')
  for (const path of ['oauth-authorization-server', 'openid-configuration']) {
    expect((await provider.app.inject(`/.well-known/${path}`)).json()).toMatchObject({
      device_authorization_endpoint: `${ISSUER}/oauth/device_authorization`,
      grant_types_supported: expect.arrayContaining([DEVICE_CODE_GRANT]),
    })
  }
  await provider.close()
})
