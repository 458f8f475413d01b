import { randomUUID } from 'node:crypto'
import { sha256 } from '@countersign/service/secrets'
import { ENGINES, startBeforeAll } from '@countersign/testing'
import { client } from '@serenity-kit/opaque'
import { beforeEach, describe, expect, test } from 'vitest'
import { readTestConfig, startCore } from '../../../test/core-under-test.ts'
import { newAuthenticator, PASSWORD as password, refusalOf, statusesOf } from '../../../test/person.ts'
import { createInvitation, listInvitations, removeInvitation } from '../operators/invitations.ts'

const START = '/api/account/register/start/'
const PASSKEY_START = '/api/account/register/passkey/start/'
const PASSKEY_FINISH = '/api/account/register/passkey/finish/'
const operator = { by: 'administrator' } as const

describe.each(ENGINES)('sign-ups on the %s database', (engine) => {
  /** Three processes with other settings, on one database. */
  const cores = startBeforeAll(async () => {
    const config = await readTestConfig()
    const open = await startCore(engine, { config })
    const { database } = open
    const invited = await startCore(engine, { database, config: { ...config, signUps: 'invited' } })
    const closed = await startCore(engine, { database, config: { ...config, signUps: 'closed' } })
    const close = async () => {
      await invited.close()
      await closed.close()
      await open.close()
    }
    return { open, invited, closed, close }
  })
  const sql = () => cores.open.database.sql
  let made: { readonly id: string; readonly token: string }

  async function invite(uses = 1) {
    const webOrigin = 'https://consent.example'
    const { invitation_id: id, invitation_url } = await createInvitation({ sql: sql(), operator, webOrigin }, { uses })
    return { id, token: invitation_url.split('#invitation=')[1] ?? '' }
  }
  beforeEach(async () => {
    made = await invite()
  })

  const used = async ({ id } = made) =>
    (await listInvitations(sql())).find(({ invitation_id }) => invitation_id === id)?.used

  /** The four calls of a sign-up, each with this invitation. Their bodies are whole but for it. */
  async function callsOf(core: typeof cores.open, member: { readonly invitation?: string }) {
    const login = randomUUID()
    const { registrationRequest: registration_request } = client.startRegistration({ password })
    const byPassword = await cores.open.prepareSignUp({ login, password })
    const byPasskey = await cores.open.preparePasskeySignUp(newAuthenticator())
    return [
      () => core.post(START, { login, registration_request, ...member }),
      () => core.finishSignUp({ ...byPassword.finish, ...member }),
      () => core.post(PASSKEY_START, member),
      () => core.post(PASSKEY_FINISH, { ...byPasskey.finish, ...member }),
    ]
  }
  async function refusals(core: typeof cores.open, member: { readonly invitation?: string } = {}) {
    const answers = []
    for (const call of await callsOf(core, member)) answers.push(refusalOf(await call()))
    return answers
  }

  test('closed: every call is refused, with an invitation too', async () => {
    const closed = Array.from({ length: 4 }, () => [403, 'sign_ups_closed'])
    expect(await refusals(cores.closed)).toEqual(closed)
    expect(await refusals(cores.closed, { invitation: made.token })).toEqual(closed)
    expect(await used()).toBe(0)
  })

  test('invited: every call needs an invitation', async () => {
    expect(await refusals(cores.invited)).toEqual(Array.from({ length: 4 }, () => [403, 'invitation_required']))
  })

  test.each([
    ['malformed', () => 'cs_inv_'],
    ['unknown', () => `cs_inv_${'A'.repeat(43)}`],
    [
      'expired',
      async () => {
        await sql()`update core.invitations set expires_at = now() where invitation_id = ${made.id}`
        return made.token
      },
    ],
    [
      'used-up',
      async () => {
        await sql()`update core.invitations set used = uses where invitation_id = ${made.id}`
        return made.token
      },
    ],
    [
      'removed',
      async () => {
        await removeInvitation({ sql: sql(), operator }, made.id)
        return made.token
      },
    ],
  ])('invited: the %s invitation is refused by one code, in every call', async (_case, spoil) => {
    const before = await used()
    const refused = await refusals(cores.invited, { invitation: await spoil() })
    expect(refused).toEqual(Array.from({ length: 4 }, () => [403, 'invalid_invitation']))
    expect((await used()) ?? before).toBeLessThanOrEqual(1)
  })

  test('invited: an invitation admits as many as it is for, by passkey and by password', async () => {
    const two = await invite(2)
    const [start, finish, passkeyStart, passkeyFinish] = await callsOf(cores.invited, { invitation: two.token })
    const answers = [await start?.(), await passkeyStart?.(), await finish?.(), await passkeyFinish?.()]
    expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 200, 201, 201])
    expect(await used(two)).toBe(2)
    expect(await used()).toBe(0)
  })

  test('invited: of two who finish at once with the last place, one has it and one account is made', async () => {
    const both = await Promise.all([1, 2].map(() => cores.open.prepareSignUp({ login: randomUUID(), password })))
    const answers = await Promise.all(
      both.map(({ finish }) => cores.invited.finishSignUp({ ...finish, invitation: made.token })),
    )
    expect(statusesOf(answers)).toEqual([201, 403])
    expect(await used()).toBe(1)
    const ids = both.map(({ userId }) => userId)
    expect(await sql()`select 1 from core.accounts where user_id = any(${ids}::uuid[])`).toHaveLength(1)
  })

  test('invited: a sign-up that fails at its end takes no place', async () => {
    const login = randomUUID()
    await cores.open.signUpWithPassword({ login, password })
    const { finish } = await cores.open.prepareSignUp({ login, password })
    const answer = await cores.invited.finishSignUp({ ...finish, invitation: made.token })
    expect(refusalOf(answer)).toEqual([409, 'login_taken'])
    expect(await used()).toBe(0)
  })

  test('open: an invitation is ignored and keeps its places', async () => {
    const login = randomUUID()
    const { finish } = await cores.open.prepareSignUp({ login, password })
    expect((await cores.open.finishSignUp({ ...finish, invitation: made.token })).statusCode).toBe(201)
    expect((await cores.open.post(PASSKEY_START, { invitation: 'anything' })).statusCode).toBe(200)
    expect(await used()).toBe(0)
  })

  test('the database has the hash of an invitation, and nothing of who used it', async () => {
    const { finish, userId } = await cores.open.prepareSignUp({ login: randomUUID(), password })
    await cores.invited.finishSignUp({ ...finish, invitation: made.token })
    const [row] = await sql()<{ text: string; hash: string }>`
      select i::text as text, encode(token_hash, 'hex') as hash from core.invitations i where invitation_id = ${made.id}`
    expect(row?.hash).toBe(sha256(made.token).toString('hex'))
    expect(row?.text).not.toContain(made.token)
    expect(row?.text).not.toContain(userId)
    const columns = await sql()<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'core' and column_name like '%invitation%' order by 1`
    expect(columns.map(({ name }) => name)).toEqual(['invitations.invitation_id'])
  })
})
