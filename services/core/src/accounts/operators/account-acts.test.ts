import type { AccountOverview, AuditEvent } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPasskey } from '../../../test/account.ts'
import { fixture, readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { bearer, newAuthenticator, refusalOf } from '../../../test/person.ts'
import { allowApp, say } from '../../../test/provider-under-test.ts'
import { revokePendingGrants } from '../records/revocations/revoke-pending-grants.ts'
import { readPeopleFigures } from './people-figures.ts'
import { tellAccountActs } from './tell-account-acts.ts'

const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'
const SUPPORT = 'https://help.example/'
const AWAY = say(503, { error: 'The service is temporarily unavailable.', code: 'service_unavailable' })

describe('acts of an operator', () => {
  const administrators: string[] = []
  const core = startBeforeAll(async () => {
    const settings = { ADMIN_TOKEN, BRAND_SUPPORT_URL: SUPPORT }
    return startCore('postgresql', { config: { ...(await readTestConfig(settings)), administrators } })
  })
  const operator = fixture(beforeAll, () => core.signUpWithPasskey())
  const ada = fixture(beforeEach, () => core.newPerson())

  beforeAll(() => void administrators.push(operator.userId))
  beforeEach(() => {
    core.provider.lie = undefined
  })

  type Act = 'end-sessions' | 'suspend' | 'unsuspend' | 'delete'

  const byToken = (path: string, reason?: string) =>
    core.app.inject({
      method: reason === undefined ? 'GET' : 'POST',
      url: `/api/core/admin/${path}`,
      headers: bearer(ADMIN_TOKEN),
      ...(reason !== undefined && { payload: { reason } }),
    })
  const act = (kind: Act, reason = 'Spam.', userId = ada.userId) => byToken(`accounts/${userId}/${kind}/`, reason)
  const inPerson = (userId: string, kind: Act, reason = 'Spam.', { token } = operator) =>
    core.post(`/api/console/accounts/${userId}/${kind}/`, { reason }, bearer(token))
  const newAdministrator = async () => {
    const person = await core.signUpWithPasskey()
    administrators.push(person.userId)
    await person.confirm({ act: 'administer' })
    return person
  }
  const overview = async () => (await byToken(`accounts/${ada.userId}/`)).json<AccountOverview>()
  const signIn = async () => (await core.signInWithPassword(ada)).response
  const real = () => core.provider.real()
  const refresh = async (token: string) => (await real()).refresh(token)
  const audited = async (query: string) => {
    const answer = await (await real()).admin('GET', `audit-events/?${query}`)
    return answer.json<{ events: AuditEvent[] }>().events
  }
  const retry = async () => {
    const parts = { sql: core.database.sql, provider: core.client, logger: core.app.log }
    await tellAccountActs(parts)
    await revokePendingGrants(parts)
  }

  test('an account is shown by its id, in numbers', async () => {
    await allowApp(core.provider, ada.userId)
    expect(await overview()).toEqual({
      user_id: ada.userId,
      created_at: expect.any(String),
      last_used_at: null,
      methods: { password: 1, passkey: 0, recovery: 1 },
      sessions: 1,
      connected_apps: 1,
      suspension: null,
    })
    await signIn()
    expect(await overview()).toMatchObject({ sessions: 2, last_used_at: expect.any(String) })
    core.provider.lie = AWAY
    expect((await overview()).connected_apps).toBeNull()
    expect(refusalOf(await byToken('accounts/7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11/'))).toEqual([404, 'not_found'])
  })

  test.each(['end-sessions', 'suspend', 'delete'] as const)(
    '%s waits for one call of a provider that is away, also where an earlier act waits to be told',
    async (kind) => {
      core.provider.lie = AWAY
      await act('suspend')
      await act('unsuspend')
      core.provider.received.length = 0
      expect((await act(kind)).statusCode).toBeLessThan(300)
      // Reported in the background.
      const waitedFor = core.provider.received.filter(({ path }) => !path.endsWith('/sessions/end/'))
      expect(waitedFor.map(({ path }) => path)).toEqual(['/api/auth/internal/people/acts/'])
    },
  )

  test('ended sessions are ended everywhere, and a new sign-in reads why', async () => {
    const answer = await act('end-sessions', 'Your laptop was found.')
    expect([answer.statusCode, answer.json<AccountOverview>().sessions]).toEqual([200, 0])
    expect(await core.sessionStatus(ada.token)).toBe(401)
    const { session_token: token } = (await signIn()).json<{ session_token: string }>()
    const listed = await core.get('/api/account/events/', token)
    expect(listed.json().events[1]).toMatchObject({
      type: 'account_sessions_ended',
      reason: 'Your laptop was found.',
      network: '',
    })
  })

  test('a suspended account is refused at every sign-in, with the reason, once its credential is proven', async () => {
    const authenticator = newAuthenticator()
    await addPasskey(ada, authenticator)
    expect((await act('suspend', 'Spam was sent.')).json()).toMatchObject({
      sessions: 0,
      suspension: { suspended_at: expect.any(String), reason: 'Spam was sent.' },
    })
    expect(await core.sessionStatus(ada.token)).toBe(401)
    const recovery = await core.prepareRecovery(ada)
    for (const refused of [
      await signIn(),
      await core.signInWithPasskey(authenticator),
      await core.app.inject(recovery),
    ]) {
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        {
          code: 'account_suspended',
          error: `This account is suspended. Ask ${SUPPORT}.`,
          suspension: {
            user_id: ada.userId,
            suspended_at: expect.any(String),
            reason: 'Spam was sent.',
            support_url: SUPPORT,
          },
        },
      ])
    }
    const wrong = { login: ada.login, password: 'not the password of ada' }
    expect(refusalOf((await core.signInWithPassword(wrong)).response)).toEqual([401, 'invalid_credentials'])
    expect((await act('unsuspend')).json()).toHaveProperty('suspension', null)
    const { session_token: token } = (await signIn()).json<{ session_token: string }>()
    expect((await core.eventsOf(token)).slice(2, 4)).toEqual(['account_unsuspended', 'account_suspended'])
  })

  test('a sign-in that runs beside a suspension leaves no session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await core.signUpWithPasskey()
      const payload = await core.preparePasskeySignIn(person.authenticator)
      const finish = () => core.app.inject({ method: 'POST', url: '/api/session/passkey/finish/', payload })
      const [signedIn, suspended] = await Promise.all([finish(), act('suspend', 'Spam.', person.userId)])
      expect([200, 403], signedIn.body).toContain(signedIn.statusCode)
      expect(suspended.statusCode).toBe(200)
      const live = await core.database.sql`
        select 1 from core.sessions where user_id = ${person.userId} and revoked_at is null`
      expect(live).toEqual([])
    }
  })

  test('tokens and codes of a suspended person rest, also those under way, and work again', async () => {
    const tokens = await allowApp(core.provider, ada.userId)
    const provider = await real()
    const open = await provider.startRequest()
    await provider.readAs(ada.userId, open)
    const approved = await provider.startRequest()
    const data_token = await provider.attest(approved, { sub: ada.userId })
    const code = (await provider.complete(approved, { user_id: ada.userId, data_token })).json().authorization_code
    await act('suspend')
    const refused = { error: 'invalid_grant', error_description: expect.stringContaining('suspended') }
    expect((await refresh(tokens.refresh_token)).json()).toEqual(refused)
    expect((await provider.exchange(code)).json()).toEqual(refused)
    expect((await provider.userinfo(tokens.access_token)).statusCode).toBe(401)
    for (const token of Object.values(tokens).slice(0, 2)) {
      expect((await provider.introspect(token)).json()).toEqual({ active: false })
    }
    expect((await provider.deny(open, ada.userId)).statusCode).toBe(409)
    await act('unsuspend')
    expect((await provider.userinfo(tokens.access_token)).statusCode).toBe(200)
    expect((await provider.exchange(code)).statusCode).toBe(200)
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(200)
  })

  test('the provider is told later if it is away, and an older message that arrives last changes nothing', async () => {
    const { refresh_token: token } = await allowApp(core.provider, ada.userId)
    core.provider.lie = AWAY
    expect((await act('suspend')).statusCode).toBe(200)
    expect((await refresh(token)).statusCode).toBe(200)
    const late = core.provider.received.findLast(({ path }) => path.endsWith('/people/acts/'))
    expect(late?.body).toMatchObject({ act: 'suspend', user_id: ada.userId })
    await act('unsuspend')
    core.provider.lie = undefined
    await retry()
    expect(await core.database.sql`select 1 from core.pending_account_acts`).toEqual([])
    const provider = await real()
    expect((await provider.internal('POST', 'people/acts/', { ...Object(late?.body) })).statusCode).toBe(200)
    expect((await audited(`user_id=${ada.userId}&event=account_suspended`)).map(({ times }) => times)).toEqual([1])
    const { refresh_token: fresh } = await allowApp(core.provider, ada.userId)
    expect((await refresh(fresh)).statusCode).toBe(200)
  })

  test('the trail has who acted, for what reason; erasing an administrator takes their name out', async () => {
    const other = await newAdministrator()
    expect((await inPerson(ada.userId, 'suspend', 'Fraud.', other)).statusCode).toBe(200)
    await act('end-sessions', 'To be sure.')
    const acts = async () => {
      const events = await audited(`user_id=${ada.userId}`)
      return events.map(({ event, outcome, actor_id, reason }) => [event, outcome, actor_id, reason])
    }
    const byAdministrator = ['account_sessions_ended', 'administrator', null, 'To be sure.']
    expect(await acts()).toEqual([byAdministrator, ['account_suspended', 'administrator', other.userId, 'Fraud.']])
    expect((await act('delete', 'Left.', other.userId)).statusCode).toBe(204)
    expect(await acts()).toEqual([byAdministrator, ['account_suspended', 'administrator', null, 'Fraud.']])
  })

  test('an act that is told late does not name an administrator who was deleted meanwhile', async () => {
    const other = await newAdministrator()
    core.provider.lie = AWAY
    await inPerson(ada.userId, 'suspend', 'Fraud.', other)
    expect((await act('delete', 'Left.', other.userId)).statusCode).toBe(204)
    core.provider.lie = undefined
    const before = core.provider.received.length
    await retry()
    const told = core.provider.received.slice(before).filter(({ path }) => path.endsWith('/people/acts/'))
    expect(told.map(({ body }) => body)).toContainEqual(expect.objectContaining({ act: 'suspend', reason: 'Fraud.' }))
    for (const { body } of told) expect(body).not.toMatchObject({ actor_id: expect.anything() })
  })

  test('a deleted account is gone, and its name with it, also if the provider was away', async () => {
    const { refresh_token: token } = await allowApp(core.provider, ada.userId)
    core.provider.lie = AWAY
    await act('suspend')
    expect((await act('delete', 'As you asked.')).statusCode).toBe(204)
    core.provider.lie = undefined
    const before = core.provider.received.length
    await retry()
    const told = core.provider.received.slice(before).filter(({ path }) => path.endsWith('/people/acts/'))
    expect(told).toHaveLength(2)
    for (const { body } of told) expect(body).not.toHaveProperty('user_id')
    expect(refusalOf(await byToken(`accounts/${ada.userId}/`))).toEqual([404, 'not_found'])
    expect((await signIn()).statusCode).toBe(401)
    expect(await audited(`user_id=${ada.userId}`)).toEqual([])
    const [deleted] = await audited('event=account_deleted')
    expect(deleted).toMatchObject({ outcome: 'administrator', reason: 'As you asked.', user_id: null })
    expect((await refresh(token)).statusCode).toBe(400)
  })

  test('a second suspension keeps the time and replaces the reason; one that is not there is not lifted', async () => {
    await act('unsuspend')
    expect(await audited(`user_id=${ada.userId}&event=account_unsuspended`)).toEqual([])
    await act('suspend', 'Spam.')
    await core.database.sql`
      update core.accounts set suspended_at = suspended_at - interval '1 hour' where user_id = ${ada.userId}`
    const { suspension } = await overview()
    await act('suspend', 'Fraud.')
    expect((await overview()).suspension).toEqual({ ...suspension, reason: 'Fraud.' })
  })

  test('an administrator neither suspends nor deletes themselves, and others need the gesture and the role', async () => {
    expect(refusalOf(await inPerson(ada.userId, 'suspend'))).toEqual([403, 'reauth_required'])
    await operator.confirm({ act: 'administer' })
    for (const kind of ['suspend', 'delete'] as const) {
      const own = operator.userId.toUpperCase()
      expect(refusalOf(await inPerson(own, kind))).toEqual([403, 'not_allowed'])
    }
    for (const reason of ['x', 'Two\nlines', 'It clears a terminal: \u001B[2J']) {
      expect(refusalOf(await inPerson(ada.userId, 'suspend', reason))).toEqual([400, 'invalid_request'])
    }
    const byAda = { url: `/api/console/accounts/${operator.userId}/`, headers: bearer(ada.token) }
    expect(refusalOf(await core.app.inject(byAda))).toEqual([403, 'not_allowed'])
    const guessed = { url: '/api/core/admin/core-health/', headers: bearer('a-guess-of-the-token-0123456789abcdef') }
    expect(refusalOf(await core.app.inject(guessed))).toEqual([401, 'invalid_admin_token'])
  })

  test('accounts figures: counts accounts and those in use, by day', async () => {
    const figures = await readPeopleFigures(core.database.sql)
    const [{ total } = { total: 0 }] = await core.database.sql<{ total: number }>`
      select count(*)::int as total from core.accounts`
    expect(figures.total).toBeLessThanOrEqual(total)
    expect(figures.days?.at(-1)).toMatchObject({ day: new Date().toISOString().slice(0, 10) })
    expect([figures.active_last_day, figures.days?.at(-1)?.signed_up]).toEqual([figures.total, expect.any(Number)])
  })
})
