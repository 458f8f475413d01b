import type { AuditEvent, InvitationRecord, NewInvitation } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fixture, readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { bearer, refusalOf } from '../../../test/person.ts'
import { say } from '../../../test/provider-under-test.ts'
import { tellAccountActs } from './tell-account-acts.ts'

const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'
const AWAY = say(503, { error: 'The service is temporarily unavailable.', code: 'service_unavailable' })
const OLDER = say(400, { error: 'act: must be one of the known acts.', code: 'invalid_request' })
const DAY_MS = 24 * 60 * 60 * 1000

describe('invitations, by operators', () => {
  const administrators: string[] = []
  const core = startBeforeAll(async () => {
    const config = await readTestConfig({ ADMIN_TOKEN, SIGN_UPS: 'open' })
    return startCore('postgresql', { config: { ...config, administrators } })
  })
  const operator = fixture(beforeAll, () => core.signUpWithPasskey())
  beforeAll(() => void administrators.push(operator.userId))
  beforeEach(() => {
    core.provider.lie = undefined
  })

  const url = '/api/core/admin/invitations/'
  const create = (body: object = {}) => core.post(url, body, bearer(ADMIN_TOKEN))
  const list = async () => (await core.get(url, ADMIN_TOKEN)).json<{ invitations: InvitationRecord[] }>().invitations
  const remove = (id: string) =>
    core.app.inject({ method: 'DELETE', url: `${url}${id}/`, headers: bearer(ADMIN_TOKEN) })
  const audited = async (event: string) => {
    const provider = await core.provider.real()
    const answer = await provider.admin('GET', `audit-events/?event=${event}`)
    return answer.json<{ events: AuditEvent[] }>().events
  }

  test('the link is shown once and is of the page; the list counts', async () => {
    const answer = await create({ uses: 3, expires_in: 3600, note: 'for the choir' })
    expect(answer.statusCode).toBe(201)
    const { invitation_url, ...shown } = answer.json<NewInvitation>()
    expect(invitation_url).toMatch(/^https:\/\/consent\.example\/sign-up#invitation=cs_inv_[\w-]{43}$/)
    expect(shown).toMatchObject({ uses: 3, used: 0, note: 'for the choir' })
    expect((await list())[0]).toEqual(shown)
    expect(JSON.stringify(await list())).not.toContain('cs_inv_')
  })

  test('without options it admits one person, for seven days', async () => {
    const made = (await create()).json<NewInvitation>()
    expect([made.uses, made.note]).toEqual([1, null])
    expect((Date.parse(made.expires_at) - Date.parse(made.created_at)) / DAY_MS).toBeCloseTo(7, 3)
  })

  test.each([{ uses: 0 }, { uses: 10_001 }, { expires_in: 366 * 24 * 3600 }, { note: 'two\nlines' }, { other: 1 }])(
    '%j is refused',
    async (body) => {
      expect(refusalOf(await create(body))).toEqual([400, 'invalid_request'])
    },
  )

  test('an administrator makes and removes one in person, after a step-up', async () => {
    const body = { note: 'in person' }
    const make = () => core.post('/api/console/invitations/', body, bearer(operator.token))
    expect(refusalOf(await make())).toEqual([403, 'reauth_required'])
    await operator.confirm({ act: 'administer' })
    const { invitation_id: id } = (await make()).json<NewInvitation>()
    const path = `/api/console/invitations/${id.toUpperCase()}/`
    const removal = { method: 'DELETE', url: path, headers: bearer(operator.token) } as const
    expect((await core.app.inject(removal)).statusCode).toBe(204)
    expect(refusalOf(await core.app.inject(removal))).toEqual([404, 'not_found'])
    const [created] = await audited('invitation_created')
    expect(created).toMatchObject({ outcome: 'administrator', actor_id: operator.userId, user_id: null })
    expect(created?.reason).toMatch(new RegExp(`^${id}: uses 1, until `))
  })

  test('the trail says who removed which one, and how much of it was used', async () => {
    const { invitation_id: id } = (await create({ uses: 2 })).json<NewInvitation>()
    await core.database.sql`update core.invitations set used = 1 where invitation_id = ${id}`
    expect((await remove(id)).statusCode).toBe(204)
    const [removed] = await audited('invitation_removed')
    expect(removed).toMatchObject({ outcome: 'administrator', user_id: null, reason: `${id}: 1 of 2 used` })
    expect((await list()).map(({ invitation_id }) => invitation_id)).not.toContain(id)
  })

  test.each([
    ['that is away', AWAY],
    ['of an older version, which knows no such act', OLDER],
  ])('a provider %s is told later', async (_case, lie) => {
    core.provider.lie = lie
    const { invitation_id: id } = (await create()).json<NewInvitation>()
    core.provider.lie = undefined
    await tellAccountActs({ sql: core.database.sql, provider: core.client, logger: core.app.log })
    expect(await core.database.sql`select 1 from core.pending_account_acts`).toEqual([])
    expect((await audited('invitation_created'))[0]?.reason).toContain(id)
  })
})
