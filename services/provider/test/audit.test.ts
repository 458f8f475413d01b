import { readFigures } from '@countersign/service/telemetry'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test, vi } from 'vitest'
import { findTraces } from './answers.ts'
import { REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

type Event = { event: string; event_id: string; times: number } & Record<string, string | number | null>

async function countOf(name: string, of = '') {
  const { events } = await readFigures()
  return events.find(({ event, outcome }) => event === name && outcome === of)?.count ?? 0
}

describe('the audit trail', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  async function events(query: string): Promise<Event[]> {
    return (await provider.admin('GET', `audit-events/?limit=100&${query}`)).json().events
  }

  test('a whole flow leaves events with person, app, time and network, the newest first', async () => {
    const client = await provider.register({})
    const code = await provider.obtainCodeOf(client)
    const tokens = (await provider.exchange(code, client)).json()
    await provider.refresh(tokens.refresh_token, client)
    await provider.exchange(code, client)
    const seen = await events(`client_id=${client.client_id}`)
    const [row] = await provider.database.sql<{ grant_id: string }>`
      select grant_id from provider.grants where client_id = ${client.client_id}`
    const ids = { client_id: client.client_id, user_id: null, grant_id: null, auth_request_id: null }
    const ofNoAct = { actor_id: null, reason: null }
    const common = {
      ...ids,
      ...ofNoAct,
      network: '127.0.0.1',
      times: 1,
      at: expect.any(String),
      event_id: expect.any(String),
    }
    const issued = { ...common, event: 'tokens_issued', user_id: USER_ID, grant_id: row?.grant_id }
    const decided = { user_id: USER_ID, auth_request_id: expect.any(String), network: null }
    const approved = { ...common, ...decided, event: 'authorization_request_approved', outcome: null }
    expect(seen).toEqual([
      { ...common, event: 'token_request_refused', outcome: 'invalid_grant' },
      { ...issued, outcome: 'refresh_token' },
      { ...issued, outcome: 'authorization_code' },
      approved,
    ])
    expect((await events(`user_id=${USER_ID}&event=authorization_request_approved`))[0]).toEqual(approved)
    const [revoked] = await events('event=grant_revoked')
    expect(revoked).toMatchObject({ outcome: 'code_replayed', grant_id: row?.grant_id })
  })

  test('the same refusal of one network is one counted event an hour; others have their own', async () => {
    const { client_id } = await provider.register({})
    const refuse = (address: string, scope: string) =>
      provider.authorize({ client_id, scope }, { 'x-forwarded-for': address })
    for (let count = 0; count < 3; count += 1) await refuse('192.0.2.1', 'unknown')
    await events(`client_id=${client_id}`)
    for (let count = 0; count < 2; count += 1) await refuse('192.0.2.1', 'unknown')
    await refuse('192.0.2.2', 'unknown')
    await provider.authorize({ client_id, response_type: 'token' }, { 'x-forwarded-for': '192.0.2.1' })
    const seen = await events(`client_id=${client_id}`)
    expect(seen.map(({ outcome, network, times }) => [outcome, network, times])).toEqual([
      ['unsupported_response_type', '192.0.2.1', 1],
      ['invalid_scope', '192.0.2.2', 1],
      ['invalid_scope', '192.0.2.1', 5],
    ])
  })

  test('refreshes of one grant are one counted event an hour, with its first time', async () => {
    let clock: Date | undefined
    const refreshing = await startProvider('postgresql', () => clock ?? new Date())
    const [first, second] = [await refreshing.obtainTokens(), await refreshing.obtainTokens()]
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    const refresh = async ({ refresh_token }: { refresh_token: string }, times: number) => {
      let newest = refresh_token
      for (let count = 0; count < times; count += 1) {
        clock = new Date(hour + count * 30_000)
        newest = (await refreshing.refresh(newest)).json().refresh_token
      }
      await refreshing.app.auditTrail.flush()
      return newest
    }
    const told = () => refreshing.database.sql`
      select at, times from provider.audit_events
       where outcome = 'refresh_token' and client_id = ${refreshing.client.client_id} order by event_id`
    const half = await refresh(first, 50)
    expect(await told()).toEqual([{ at: new Date(hour), times: 50 }])
    await refresh({ refresh_token: half }, 50)
    expect(await told()).toEqual([{ at: new Date(hour), times: 100 }])
    await refresh(second, 1)
    expect(await told()).toEqual([
      { at: new Date(hour), times: 100 },
      { at: new Date(hour), times: 1 },
    ])
    await refreshing.close()
  })

  test('a replayed code and a repeated approval are one event that counts', async () => {
    const user_id = 'repeats'
    const id = await provider.startRequest()
    const data_token = await provider.attest(id, { sub: user_id })
    const complete = () => provider.complete(id, { user_id, data_token })
    const code: string = (await complete()).json().authorization_code
    for (let count = 0; count < 3; count += 1) await complete()
    for (let count = 0; count < 3; count += 1) await provider.exchange(code)
    const seen = [...(await events(`user_id=${user_id}`)), ...(await events('event=grant_revoked')).slice(0, 1)]
    expect(seen.map(({ event, times }) => [event, times])).toEqual([
      ['tokens_issued', 1],
      ['authorization_request_approval_repeated', 3],
      ['authorization_request_approved', 1],
      ['grant_revoked', 2],
    ])
  })

  test('a network that has to wait is one event that counts', async () => {
    const limited = { event: 'rate_limited', outcome: 'authorize' }
    for (let count = 0; count < 3; count += 1) provider.app.auditTrail.record(limited, '192.0.2.9')
    const seen = await events('event=rate_limited')
    expect(seen.map(({ network, times }) => [network, times])).toEqual([['192.0.2.9', 3]])
  })

  test('refusals of all /64s of a /48 are one event; uncounted events name the /64', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (const address of ['2001:db8:1:1::1', '2001:db8:1:2::1']) {
      const headers = { ...from(address), 'content-type': 'text/plain' }
      await provider.app.inject({ method: 'POST', url: '/oauth/authorize', headers, payload: 'x' })
    }
    const code = await provider.obtainCode()
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...provider.client }
    await provider.token({ ...exchange, code_verifier: provider.verifierOf(code) }, from('2001:db8:1:1::1'))
    const seen = await events('event=authorization_request_refused')
    expect(seen.filter(({ network }) => String(network).startsWith('2001:db8:1:'))).toMatchObject([
      { outcome: 'invalid_request', network: '2001:db8:1::/48', times: 2 },
    ])
    const issued = await events(`event=tokens_issued&client_id=${provider.client.client_id}`)
    expect(issued[0]).toMatchObject({ network: '2001:db8:1:1::/64', times: 1 })
  })

  test('changes by administrators and revocations by people are recorded', async () => {
    const { client_id } = await provider.createApp()
    const path = `clients/${client_id}/`
    await provider.admin('PATCH', path, { name: 'Another' })
    await provider.admin('POST', `${path}secrets/`)
    await provider.admin('DELETE', path)
    expect((await events(`client_id=${client_id}`)).map(({ event, outcome }) => [event, outcome])).toEqual([
      ['client_removed', 'administrator'],
      ['client_secret_rotated', 'administrator'],
      ['client_updated', 'administrator'],
      ['client_registered', 'administrator'],
    ])
    await provider.obtainTokens()
    await provider.revokeGrants(USER_ID)
    expect((await events(`user_id=${USER_ID}&event=grant_revoked`))[0]).toMatchObject({ outcome: 'user' })
  })

  test('a name that a stranger made up is not recorded: it could be a secret', async () => {
    await provider.token({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'pasted-by-mistake-cs_cs_' })
    await provider.token({ grant_type: 'pasted-by-mistake', ...provider.client })
    expect(await findTraces(provider, 'pasted-by-mistake')).toEqual([])
  })

  test('steps of a flow write no event: events wait in memory and are written at shutdown', async () => {
    // The trail is written once a second: not while this clock is held.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const held = await startProvider('postgresql')
    vi.useRealTimers()
    const written = () => held.database.sql`select event from provider.audit_events`
    const id = await held.startRequest()
    await held.complete(id)
    await held.authorize({ scope: 'unknown' })
    expect(await written()).toEqual([])
    await held.app.auditTrail.flush()
    expect(await written()).toHaveLength(2)
    await held.authorize({ scope: 'unknown' })
    await held.authorize({ response_type: 'token' })
    await held.app.close()
    expect(await written()).toHaveLength(3)
    await held.database.close()
  })

  test('events that the database refuses count as lost, and the write as a failed task', async () => {
    const broken = await startProvider('postgresql')
    await broken.database.pool.query('alter table provider.audit_events rename to away')
    const counts = async () => [await countOf('audit_events_lost'), await countOf('background_task_failed', 'audit')]
    const before = await counts()
    for (let count = 0; count < 500; count += 1) broken.app.auditTrail.record({ event: `refused_${count}` })
    await expect.poll(counts).toEqual(before.map((count) => count + 1))
    const told = broken.log.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info')
    expect(told).toMatchObject([
      { level: 'error', event: 'audit_events_lost', events: 500 },
      { level: 'warn', event: 'background_task_failed', task: 'audit' },
    ])
    await broken.close()
  })

  test('a logout that the database keeps back is counted as a failed task', async () => {
    const failures = () => countOf('background_task_failed', 'notices')
    const { database, close, register, obtainCodeOf, exchange, revokeGrants } = await startProvider('postgresql')
    const client = await register({ backchannelLogoutUri: 'https://app.example/logout' })
    await exchange(await obtainCodeOf(client), client)
    await database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refused before update on provider.pending_logouts for each row execute function refuse()`)
    const before = await failures()
    await revokeGrants(USER_ID, { client_id: client.client_id })
    await expect.poll(failures).toBeGreaterThan(before)
    await close()
  })

  test('events are read page by page under one filter, which its cursor is bound to', async () => {
    for (let each = 0; each < 5; each += 1) await provider.authorize({ scope: 'unknown' })
    const first = (await provider.admin('GET', 'audit-events/?limit=2&event=authorization_request_refused')).json()
    const path = `audit-events/?limit=2&cursor=${first.next_cursor}`
    const second = (await provider.admin('GET', `${path}&event=authorization_request_refused`)).json()
    const ids = [...first.events, ...second.events].map((event: Event) => event.event_id)
    expect(new Set(ids).size).toBe(4)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect((await provider.admin('GET', `${path}&event=tokens_issued`)).json().code).toBe('invalid_cursor')
    const since = (time: string) => provider.admin('GET', `audit-events/?since=${time}`)
    expect((await since('2999-01-01T00:00:00Z')).json()).toEqual({ events: [], next_cursor: null })
    for (const none of ['2016-12-31T23:59:60Z', 'yesterday']) expect((await since(none)).statusCode).toBe(400)
  })

  test('the log carries the same events, at once', async () => {
    const before = provider.log.length
    await provider.obtainTokens()
    const names = provider.log.slice(before).map((line) => JSON.parse(line).event)
    expect(names.filter((name) => !['request', 'key_created'].includes(name))).toEqual([
      'authorization_request_started',
      'authorization_request_approved',
      'tokens_issued',
    ])
  })
})
