import { generateDataTokenSecret, readDataTokenKeys } from '@countersign/data-token'
import { newAppKey, sealFor } from '@countersign/data-token/testing'
import { hasOwnServer, startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { takeScopesFromAll } from '../src/flow/grants/end-in-steps.store.ts'
import { expectServiceRefusal } from './answers.ts'
import { type KeptGrant, keepingUpToDate } from './kept-up-to-date.ts'
import { createSigningKey } from './signing-key.ts'
import { startProvider, type TestClient } from './started-provider.ts'

const DAY_SECONDS = 86_400

let clock: number | undefined
const provider = startBeforeAll(() => startProvider('postgresql', () => new Date(clock ?? Date.now())))
let device: ReturnType<typeof keepingUpToDate>
let app: TestClient

beforeAll(async () => {
  device = keepingUpToDate(provider)
  app = await device.register()
})

const refresh = async (refreshToken: string, client = app) => (await provider.refresh(refreshToken, client)).json()
const sql = async (text: string, ...values: readonly unknown[]) => provider.database.pool.query(text, [...values])

describe('a data update', () => {
  type Signed = Parameters<typeof device.sign>
  const now = Math.floor(Date.now() / 1000)

  test.each<[string, string, (grant: KeptGrant) => Promise<Signed[1]> | Signed[1], Signed[2]?]>([
    ['of another issuer', 'invalid_token', () => ({ iss: 'https://other.example' })],
    ['for another app', 'invalid_token', () => ({ aud: provider.client.client_id })],
    ['about another subject', 'invalid_token', () => ({ sub: 'someone' })],
    ['for another grant', 'invalid_token', async () => ({ auth_request_id: (await device.approve(app)).grantId })],
    ['that is valid for over 30 days', 'invalid_token', () => ({ exp: now + 31 * DAY_SECONDS })],
    ['that has expired', 'invalid_token', () => ({ iat: now - 90, exp: now - 80 })],
    ['without a version', 'invalid_token', () => ({ version: undefined })],
    ['with claims beyond its scopes', 'invalid_claims', () => ({ claim_names: ['email', 'phone'] })],
    ['in the open', 'invalid_token', () => ({ claims: { email: 'a@b.example' }, claims_jwe: undefined })],
    ['that is the data token of a sign-in', 'invalid_token', () => ({}), { type: 'data-token+jwt' }],
    ['that is a data token of the contract', 'invalid_token', () => ({}), { type: 'JWT' }],
    [
      'sealed for another key',
      'invalid_claims',
      async ({ grantId, sub }) => ({
        claims_jwe: await sealFor(await newAppKey(), { claims: {}, aud: app.client_id, sub, auth_request_id: grantId }),
      }),
    ],
  ])('%s is refused', async (_case, code, changes, signing = {}) => {
    const grant = await device.approve(app)
    expectServiceRefusal(await device.post(grant, device.sign(grant, await changes(grant), signing)), 400, code)
    expect(await device.listed(grant)).not.toHaveProperty('update')
  })

  test('signed by other keys than those of core is refused', async () => {
    const grant = await device.approve(app)
    const keys = await readDataTokenKeys(await generateDataTokenSecret())
    expectServiceRefusal(await device.post(grant, device.sign(grant, {}, { keys })), 400, 'invalid_token')
  })

  test.each<[string, (grant: KeptGrant) => unknown]>([
    [
      'was approved without updates',
      ({ grantId }) => sql(`update provider.grants set keeps_up_to_date = false where grant_id = $1`, grantId),
    ],
    ['was revoked', ({ userId }) => provider.revokeGrants(userId)],
    [
      'has ended as the person chose',
      ({ grantId }) => sql(`update provider.grants set ends_at = now() where grant_id = $1`, grantId),
    ],
    [
      "is another person's",
      ({ grantId }) => sql(`update provider.grants set user_id = 'other' where grant_id = $1`, grantId),
    ],
    ["is a suspended person's", ({ userId }) => device.act(userId, 'suspend', 1)],
  ])('is refused where the grant %s, and core signs none', async (_case, change) => {
    const grant = await device.approve(app)
    await change(grant)
    const query = `grant/?grant_id=${grant.grantId}&user_id=${grant.userId}`
    expectServiceRefusal(await provider.internal('GET', query), 404, 'not_found')
    expectServiceRefusal(await device.post(grant, device.sign(grant)), 404, 'not_found')
  })

  test('of an older version or the same one changes nothing, and the answer names the kept one', async () => {
    const grant = await device.approve(app)
    const kept = await device.send(grant, 5)
    for (const version of [4, 5]) {
      expect((await device.post(grant, device.sign(grant, { version }))).json()).toEqual({ version: 5 })
    }
    expect((await refresh(grant.tokens.refresh_token)).data_token).toBe(kept)
    expect((await device.post(grant, device.sign(grant, { version: 4 }))).json()).toEqual({ version: 5 })
    expect(await device.listed(grant)).toMatchObject({ update: { version: 5, is_fetched: true } })
  })

  /** Only a database that serves several at once can be taken by surprise. */
  test.runIf(hasOwnServer).each([
    ['a scope is taken away', `update provider.grants set scopes = '{openid}' where grant_id = $1`],
    [
      'the account is suspended',
      `insert into provider.suspensions select user_id, 1, true from provider.grants where grant_id = $1`,
    ],
  ])('on one machine, that comes while %s is not kept', async (_case, statement) => {
    const grant = await device.approve(app)
    const update = device.sign(grant)
    const connection = await provider.database.pool.connect()
    await connection.query('begin')
    await connection.query('select from provider.grants where grant_id = $1 for update', [grant.grantId])
    await connection.query(statement, [grant.grantId])
    const posted = device.post(grant, update)
    const waiting = () => provider.database.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
    await connection.query('commit')
    connection.release()
    expectServiceRefusal(await posted, 404, 'not_found')
  })
})

describe('a refresh', () => {
  test('brings the newest update with one pair, as often as it is repeated, until that pair is used', async () => {
    const grant = await device.approve(app)
    expect(await device.listed(grant)).toMatchObject({ keeps_up_to_date: true })
    await device.send(grant, 1)
    const newest = await device.send(grant, 2)
    expect(await device.listed(grant)).toMatchObject({ update: { version: 2, is_fetched: false } })
    const first = await refresh(grant.tokens.refresh_token)
    expect(first.data_token).toBe(newest)
    expect(await refresh(grant.tokens.refresh_token)).toEqual(first)
    expect(await device.listed(grant)).toMatchObject({ update: { version: 2, is_fetched: true } })
    const second = await refresh(first.refresh_token)
    expect(second).not.toHaveProperty('data_token')
    const [row] = await provider.database.sql`
      select sealed_update, update_rotation from provider.grants where grant_id = ${grant.grantId}`
    expect(row).toEqual({ sealed_update: null, update_rotation: null })
    // Sent while the app has an unused pair: it comes with the repeated answer.
    const data_token = await device.send(grant, 3)
    expect(await refresh(first.refresh_token)).toEqual({ ...second, data_token })
    expect(await refresh(second.refresh_token)).not.toHaveProperty('data_token')
  })

  test('of an app without a secret brings it to the holder of its key alone', async () => {
    const client = await device.register({ authenticationMethod: 'none' })
    const grant = await device.approve(client)
    const key = await createSigningKey()
    const by = async (refresh_token: string, dpop?: string) =>
      provider.token({ grant_type: 'refresh_token', refresh_token, ...client }, dpop === undefined ? {} : { dpop })
    const challenged = await by(grant.tokens.refresh_token, await key.proof(undefined))
    const nonce = String(challenged.headers['dpop-nonce'])
    const { refresh_token } = (await by(grant.tokens.refresh_token, await key.proof(nonce))).json()
    const update = await device.send(grant, 1)
    expect((await by(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await by(refresh_token, await key.proof(nonce))).json().data_token).toBe(update)
  })

  const patch = (client: TestClient, changes: object) =>
    provider.admin('PATCH', `clients/${client.client_id}/`, changes)

  test.each<[string, (grant: KeptGrant) => unknown]>([
    [
      'the app has another key',
      async ({ client }) => patch(client, { claims_encryption_jwk: (await newAppKey()).publicJwk }),
    ],
    ['the app takes no more updates', ({ client }) => patch(client, { keeps_up_to_date: false })],
    [
      'its secret is gone',
      ({ grantId }) => sql(`update provider.grants set sealed_update = 'x' where grant_id = $1`, grantId),
    ],
    ['it has expired', () => void (clock = Date.now() + 31 * DAY_SECONDS * 1_000)],
    ['the grant has lost a scope', () => takeScopesFromAll(provider.database.sql, ['email'])],
    [
      'the account was suspended',
      async ({ userId }) => {
        await device.act(userId, 'suspend', 1)
        await device.act(userId, 'unsuspend', 2)
      },
    ],
  ])('brings none, and shows the person none as sent, where %s', async (_case, change) => {
    const client = await device.register()
    const grant = await device.approve(client)
    await device.send(grant, 1)
    await change(grant)
    const tokens = await refresh(grant.tokens.refresh_token, client)
    clock = undefined
    expect(tokens).toMatchObject({ refresh_token: expect.any(String) })
    expect(tokens).not.toHaveProperty('data_token')
    expect(await refresh(grant.tokens.refresh_token, client)).toEqual(tokens)
    expect(await device.listed(grant)).not.toHaveProperty('update')
    const [row] = await provider.database
      .sql`select sealed_update from provider.grants where grant_id = ${grant.grantId}`
    expect(row).toEqual({ sealed_update: null })
  })

  test('of a disabled app brings nothing, and what was fetched stays shown as fetched', async () => {
    const client = await device.register()
    const grant = await device.approve(client)
    await device.send(grant, 1)
    await provider.admin('POST', `clients/${client.client_id}/disable/`, {})
    expect(await refresh(grant.tokens.refresh_token, client)).toMatchObject({ error: 'unauthorized_client' })
    await provider.admin('POST', `clients/${client.client_id}/enable/`, {})
    expect(await refresh(grant.tokens.refresh_token, client)).toHaveProperty('data_token')
    await device.act(grant.userId, 'suspend', 1)
    expect(await device.listed(grant)).toMatchObject({ update: { version: 1, is_fetched: true } })
  })
})

test('updates may be chosen only for an app that takes them', async () => {
  const id = await provider.startRequest()
  expect((await provider.details(id)).client).not.toHaveProperty('keeps_up_to_date')
  const grant = { keeps_up_to_date: true }
  expectServiceRefusal(await provider.complete(id, { grant }), 400, 'invalid_request')
  expect((await provider.details(id)).status).toBe('pending')
  const own = await provider.startRequest({ client_id: app.client_id })
  expect((await provider.details(own)).client).toMatchObject(grant)
})

test('an update is stored sealed, and the log has the grant, not the version', async () => {
  const grant = await device.approve(app)
  const update = await device.send(grant, 1_234_567_890_123)
  expect(await provider.stored()).not.toContain(Buffer.from(update).toString('hex'))
  const logged = provider.log.map((line) => JSON.parse(line)).filter(({ grant_id }) => grant_id === grant.grantId)
  const { grantId: grant_id, userId: user_id } = grant
  expect(logged.at(-1)).toMatchObject({ event: 'grant_updated', grant_id, user_id, client_id: app.client_id })
  expect(provider.log.some((line) => line.includes('1234567890123'))).toBe(false)
})
