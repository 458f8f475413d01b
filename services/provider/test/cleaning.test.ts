import { clean, startCleaning } from '@countersign/service/sql'
import { readFigures } from '@countersign/service/telemetry'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { cleaningSteps } from '../src/surface/cleaning.store.ts'
import { createInitialAccessToken } from '../src/surface/registration/registration-token.ts'
import { errorOf } from './answers.ts'
import { startProvider } from './started-provider.ts'

const RETENTION = { auditDays: 365, reuseDetectionDays: 30 }
const STEPS = cleaningSteps(RETENTION)

/** Distribution keys of the tables in a cluster. */
const KEYS = {
  authorization_requests: 'auth_request_id',
  grants: 'grant_id',
  used_jwts: 'digest',
  initial_access_tokens: 'token_id',
  audit_events: 'event_id',
}

describe.each(ENGINES)('cleaning on %s:', (engine) => {
  const provider = startBeforeAll(() => startProvider(engine))

  beforeEach(async () => {
    await provider.app.auditTrail.flush()
    await provider.database.pool.query(
      'truncate provider.authorization_requests, provider.used_jwts, provider.grants, provider.audit_events, provider.initial_access_tokens, provider.rate_limits, provider.client_access_tokens, provider.pending_logouts, provider.event_deliveries',
    )
  })

  async function age(...columns: readonly (readonly [table: keyof typeof KEYS, column: string, interval: string])[]) {
    const { pool } = provider.database
    for (const [table, column, interval] of columns) {
      const key = KEYS[table]
      const { rows } = await pool.query(
        `select ${key} as key, ctid::text as place, (${column} - interval '${interval}')::text as value from provider.${table}`,
      )
      for (const row of rows) {
        const values = [row.value, row.key, row.place]
        await pool.query(`update provider.${table} set ${column} = $1 where ${key} = $2 and ctid = $3::tid`, values)
      }
    }
  }

  const ageEach = (table: keyof typeof KEYS, columns: readonly string[], interval: string) =>
    age(...columns.map((column) => [table, column, interval] as const))
  const ageRequests = (interval: string) =>
    ageEach('authorization_requests', ['expires_at', 'leaves_at', 'code_expires_at'], interval)
  const ageGrants = (interval: string) => ageEach('grants', ['refresh_token_expires_at', 'leaves_at'], interval)

  const run = () => clean(provider.database.sql, STEPS)

  const countExpired = async () => {
    const { events } = await readFigures()
    return events.find(({ event }) => event === 'authorization_request_expired')?.count ?? 0
  }

  test('an event that waited behind others for a week leaves, counted as given up', async () => {
    const count = async () => {
      const { events } = await readFigures()
      return events.find(({ event }) => event === 'event_delivery_given_up')?.count ?? 0
    }
    const before = await count()
    await provider.database.pool.query(`
      insert into provider.event_deliveries (event_id, event, queue, next_attempt_at, expires_at)
      select gen_random_uuid(), 'grant_revoked', 'ada', now(), now() + n * interval '1 minute' from generate_series(-1, 1) n`)
    expect(await run()).toMatchObject({ event_deliveries: 2 })
    expect((await count()) - before).toBe(2)
  })

  test('everything of a flow that has just ended stays', async () => {
    await provider.obtainTokens()
    await provider.startRequest()
    expect(await run()).toEqual({})
  })

  test('an unopened request leaves an hour after expiry, a pushed one at once', async () => {
    const code_challenge = provider.newChallenge()
    await provider.startRequest({ code_challenge })
    await provider.push()
    expect(await run()).toEqual({})
    await ageRequests('11 minutes')
    expect(await run()).toEqual({ authorization_requests: 1 })
    const expired = await countExpired()
    await ageRequests('1 hour')
    expect(await run()).toEqual({ authorization_requests: 1 })
    expect(await countExpired()).toBe(expired + 1)
    expect(await provider.startRequest({ code_challenge, state: 'another' })).toEqual(expect.any(String))
  })

  test('an expired request that was opened stays a day, then leaves', async () => {
    const id = await provider.startRequest()
    await provider.readAs('somebody', id)
    await ageRequests('23 hours')
    expect(await run()).toEqual({})
    expect(await provider.details(id)).toMatchObject({ status: 'expired' })
    await ageRequests('2 hours')
    expect(await run()).toEqual({ authorization_requests: 1 })
  })

  test('RFC 9700 §2.1.1: an answered request keeps its challenge known for a day', async () => {
    const code_challenge = provider.newChallenge()
    await provider.complete(await provider.startRequest({ code_challenge }))
    await ageEach('authorization_requests', ['expires_at', 'leaves_at'], '24 hours')
    expect(await run()).toEqual({})
    expect(errorOf(await provider.authorize({ code_challenge }))).toBe('invalid_request')
  })

  test('RFC 6749 §4.1.2: a used code stays a day, so that a replay revokes, then leaves', async () => {
    const code = await provider.obtainCode()
    const { refresh_token } = (await provider.exchange(code)).json()
    await ageRequests('23 hours')
    expect(await run()).toEqual({})
    await provider.exchange(code)
    expect((await provider.refresh(refresh_token)).statusCode).toBe(400)
    await ageRequests('2 hours')
    const expired = await countExpired()
    expect(await run()).toEqual({ authorization_requests: 1 })
    expect(await countExpired()).toBe(expired)
  })

  test('claims of an unredeemed code are erased at expiry, and late use is "expired"', async () => {
    const code = await provider.obtainCode()
    await ageRequests('9 minutes')
    expect(await run()).toEqual({})
    await ageRequests('2 minutes')
    expect(await run()).toEqual({ 'sealed data tokens': 1 })
    const left = await provider.database.sql`
      select sealed_data_token, sealed_userinfo_claims, masked_userinfo_key from provider.authorization_requests`
    expect(left).toEqual([{ sealed_data_token: null, sealed_userinfo_claims: null, masked_userinfo_key: null }])
    expect((await provider.exchange(code)).json().error_description).toBe('The code has expired.')
    expect(await run()).toEqual({})
  })

  test('a starting process erases claims of codes that expired while none ran', async () => {
    await provider.obtainCode()
    await ageRequests('23 hours')
    const steps = cleaningSteps(RETENTION)
    expect(await clean(provider.database.sql, steps)).toEqual({ 'sealed data tokens': 1 })
    expect(await clean(provider.database.sql, steps)).toEqual({})
  })

  test('a grant in use stays, and is looked at again when its refresh token expires', async () => {
    const { refresh_token } = await provider.obtainTokens()
    await age(['grants', 'leaves_at', '30 days'])
    await provider.refresh(refresh_token)
    expect(await run()).toEqual({})
    const next = await provider.database.sql`
      select leaves_at = refresh_token_expires_at as "isNext", sealed_userinfo_claims is not null as "isSealed"
        from provider.grants`
    expect(next).toEqual([{ isNext: true, isSealed: true }])
  })

  test('userinfo claims of an expired grant are erased, and late reuse is noticed', async () => {
    const { refresh_token: first } = await provider.obtainTokens()
    const { refresh_token: second } = (await provider.refresh(first)).json()
    await provider.refresh(second)
    await ageGrants('29 days')
    expect(await run()).toEqual({})
    await ageGrants('2 days')
    expect(await run()).toEqual({ 'expired grants': 1 })
    const left = await provider.database.sql`select sealed_userinfo_claims, masked_userinfo_key from provider.grants`
    expect(left).toEqual([{ sealed_userinfo_claims: null, masked_userinfo_key: null }])
    expect(await run()).toEqual({})
    expect((await provider.refresh(first)).json().error_description).toContain('used before')
  })

  test('RFC 9700 §4.14.2: an expired grant stays 30 days, so that late reuse revokes it', async () => {
    const { refresh_token: first } = await provider.obtainTokens()
    const { refresh_token: second } = (await provider.refresh(first)).json()
    const { refresh_token: third } = (await provider.refresh(second)).json()
    await ageGrants('31 days')
    await run()
    await ageGrants('29 days')
    expect(await run()).toEqual({})
    expect((await provider.refresh(first)).json().error_description).toContain('used before')
    expect((await provider.refresh(third)).statusCode).toBe(400)
    await ageGrants('2 days')
    expect(await run()).toEqual({ grants: 1 })
  })

  test('without days of detection a grant leaves when it expires', async () => {
    await provider.obtainTokens()
    await ageGrants('31 days')
    const steps = cleaningSteps({ ...RETENTION, reuseDetectionDays: 0 })
    expect(await clean(provider.database.sql, steps)).toEqual({ grants: 1 })
  })

  test('a revoked grant leaves after a day, when its access tokens have expired', async () => {
    const { refresh_token } = await provider.obtainTokens()
    const { refresh_token: second } = (await provider.refresh(refresh_token)).json()
    await provider.revoke(second)
    await age(['grants', 'leaves_at', '23 hours'])
    expect(await run()).toEqual({})
    await age(['grants', 'leaves_at', '2 hours'])
    expect(await run()).toEqual({ grants: 1 })
  })

  test('a JWT that works once is forgotten when it has expired', async () => {
    const { sql } = provider.database
    await sql`insert into provider.used_jwts (digest, expires_at) values ('\\x01', now() + interval '1 minute')`
    expect(await run()).toEqual({})
    await age(['used_jwts', 'expires_at', '2 minutes'])
    expect(await run()).toEqual({ used_jwts: 1 })
  })

  test('client tokens leave a minute after expiry, a late logout at once', async () => {
    const { sql } = provider.database
    await sql`
      insert into provider.client_access_tokens (token_id, token_hash, client_id, scopes, audience, expires_at)
      values (gen_random_uuid(), '', 'c', '{}', '', now() - interval '2 minutes'),
             (gen_random_uuid(), '', 'c', '{}', '', now())`
    await sql`
      insert into provider.pending_logouts (client_id, logout_id, sealed_user_id, expires_at)
      values ('c', gen_random_uuid(), '', now()), ('c', gen_random_uuid(), '', now() + interval '1 minute')`
    expect(await run()).toEqual({ client_access_tokens: 1, pending_logouts: 1 })
    const left = await sql`
      select 1 from provider.client_access_tokens union all select 1 from provider.pending_logouts`
    expect(left).toHaveLength(2)
  })

  test('expired secrets, initial access tokens and old audit events leave', async () => {
    await createInitialAccessToken(provider.database.sql, {})
    await provider.authorize({ scope: 'unknown' })
    await provider.app.auditTrail.flush()
    await age(['initial_access_tokens', 'expires_at', '3 days'], ['audit_events', 'at', '364 days'])
    expect(await run()).toEqual({ initial_access_tokens: 1 })
    await age(['audit_events', 'at', '2 days'])
    await provider.database.sql`update provider.client_secrets set expires_at = now() - interval '2 days'`
    expect(await run()).toEqual({ audit_events: 1, client_secrets: 1 })
    await provider.database.sql`
      insert into provider.client_secrets (secret_hash, client_id) values ('\\x00', ${provider.client.client_id})`
  })

  const insertBacklog = () => provider.database.sql`
    insert into provider.used_jwts (digest, expires_at)
    select decode(md5(n::text), 'hex'), now() - interval '1 hour' from generate_series(1, 1234) n`

  test('a large backlog leaves in steps of 500, all of it', async () => {
    await insertBacklog()
    expect(await run()).toEqual({ used_jwts: 1234 })
  })

  test('cleaning that is stopped ends after its step', async () => {
    await insertBacklog()
    expect(await clean(provider.database.sql, STEPS, AbortSignal.abort())).toEqual({})
    const ignore = () => undefined
    const { sql } = provider.database
    await startCleaning({ component: 'provider', sql, steps: STEPS, onCleaned: ignore, onError: ignore }).stop()
  })
})
