import { NO_REDIRECT } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { cleaningSteps } from '../src/surface/cleaning.store.ts'
import { expectRefusal } from './answers.ts'
import { startDevices } from './started-devices.ts'
import { ISSUER, REPLACED_SECRETS } from './started-provider.ts'

const { provider, begin, started, poll, answerTo, find, requestOf, approve, pass } = startDevices()

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
  const client = { client_id: provider.tv.client_id, client_secret: undefined }
  expect((await provider.refresh(answer.json().refresh_token, client)).statusCode).toBe(200)
})

test('§3.3: the code leads to its request in any case and spacing, and reading it gives it to no person', async () => {
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
])('%s finds nothing, and the answer does not tell why', async (_case, code) => {
  const response = await find(code)
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({ code: 'not_found', error: 'No device waits with this code.' })
})

test('only the first person who opens the request may answer it', async () => {
  const device = await started()
  const id = await requestOf(device)
  await provider.readAs('somebody-else', id)
  expect((await approve(device)).response.statusCode).toBe(404)
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
})

test('§3.5: a poll that comes too soon gets slow_down and five seconds more each time', async () => {
  const device = await started()
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
  expectRefusal(await poll(device.device_code), 400, 'slow_down')
  await pass(device, 6)
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'slow_down' })
  await pass(device, 15)
  expect(await answerTo(device.device_code)).toMatchObject({ error: 'authorization_pending' })
})

test('§3.5: a denial is access_denied; a code without an answer expires', async () => {
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

test('a code that was shown before a secret was replaced is still found', async () => {
  const device = await started()
  const next = await provider.startInstance({ keyEncryptionSecrets: REPLACED_SECRETS })
  const found = await provider.internal('POST', 'device-request/', { user_code: device.user_code }, { at: next })
  expect(found.statusCode).toBe(200)
  await next.close()
})

test('§3.3: once answered, the way back leads to where another code can be typed', async () => {
  const device = await started()
  const { id } = await approve(device)
  const back = await provider.app.inject(`/oauth/return?auth_request_id=${id}`)
  expect([back.statusCode, back.headers.location]).toEqual([302, `${ISSUER}/device`])
})

test('device requests and user codes that have left are cleaned up', async () => {
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
