import type { AccountEventList, MethodsChanged, SignedIn } from '@countersign/contracts'
import { ENGINES } from '@countersign/testing'
import { newItemId, prepareCommit } from '@countersign/vault'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Account,
  accountWithPassword,
  change,
  listMethods,
  preparePasskey,
  prepareRotate,
  recover,
  reopen,
  sendCommit,
  sendRotation,
} from '../../test/account.ts'
import { type CoreUnderTest, startCore } from '../../test/core-under-test.ts'
import { newAuthenticator, signInWithPasskey } from '../../test/passkey-person.ts'
import { bearer, type Person, signIn } from '../../test/person.ts'

const password = 'correct horse battery staple'

describe.each(ENGINES)('a new account key on the %s database', (engine) => {
  let core: CoreUnderTest
  let app: FastifyInstance
  let ada: Account & Person
  let people = 0

  beforeAll(async () => {
    core = await startCore(engine)
    app = core.app
  })
  beforeEach(async () => {
    people += 1
    ada = await accountWithPassword(app, `person-${people}`)
  })
  afterAll(() => core.close())

  async function withItem(account: Account, value: string): Promise<Account> {
    const put = [{ id: newItemId(), kind: 'note', name: 'a note', value, meta: {} }]
    const { commit, etag, next } = await prepareCommit(account.vault, {
      put,
      remove: [],
      device: 'test device',
      wroteAt: new Date('2026-01-01T12:00:00Z'),
    })
    expect((await sendCommit(app, account, commit, etag)).statusCode).toBe(200)
    return { ...account, vault: next }
  }

  test('takes everything along: items, log, the password that is given and a new recovery key', async () => {
    const account = await withItem(ada, 'kept')
    const { body, etag, recovery } = await prepareRotate(account, [account.using.method])
    const response = await sendRotation(app, account, body, etag)
    expect(response.statusCode, response.body).toBe(200)
    const { gen, methods, signed_in } = response.json<MethodsChanged>()
    expect([gen, methods.map(({ type }) => type).toSorted()]).toEqual([3, ['password', 'recovery']])
    expect(signed_in.unlock).toMatchObject({ type: 'opaque', ak_gen: 2 })

    const again = (await signIn(app, { login: ada.login, password })).response.json<SignedIn>()
    const { vault } = await reopen(app, again, account.using.method)
    expect(vault.items.map(({ value }) => value)).toEqual(['kept'])
    expect((await recover(app, { recovery })).vault.items).toHaveLength(1)
    const log = await app.inject({ url: '/api/vault/activity/', headers: bearer(signed_in.session_token) })
    expect(log.json().entries).toEqual(body.activity)
  })

  test('ends every other session, the old token and the old recovery key', async () => {
    const other = (await signIn(app, { login: ada.login, password })).response.json<SignedIn>()
    const { body, etag } = await prepareRotate(ada, [ada.using.method])
    const { signed_in } = (await sendRotation(app, ada, body, etag)).json<MethodsChanged>()
    const statuses = await Promise.all(
      [ada.token, other.session_token, signed_in.session_token].map(
        async (token) => (await app.inject({ url: '/api/session/', headers: bearer(token) })).statusCode,
      ),
    )
    expect(statuses).toEqual([401, 401, 200])
    await expect(recover(app, ada)).rejects.toThrow()
    const events = await app.inject({ url: '/api/account/events/', headers: bearer(signed_in.session_token) })
    expect(events.json<AccountEventList>().events.map(({ type }) => type)).toContain('account_key_rotated')
  })

  test('ends the methods that it leaves out', async () => {
    const [kept, dropped] = [newAuthenticator(), newAuthenticator()]
    let { account } = await change(app, ada, { add: await preparePasskey(app, ada, { authenticator: dropped }) })
    const back = { ...account, using: ada.using }
    account = (await change(app, back, { add: await preparePasskey(app, back, { authenticator: kept }) })).account
    const { body, etag } = await prepareRotate(account, [account.using.method])
    const { signed_in, methods } = (await sendRotation(app, account, body, etag)).json<MethodsChanged>()
    expect(methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'recovery'])
    expect(signed_in.unlock).toMatchObject({ type: 'prf', bind: kept.credentialId })
    expect((await signInWithPasskey(app, kept)).statusCode).toBe(200)
    expect((await signInWithPasskey(app, dropped)).statusCode).toBe(401)
    expect((await signIn(app, { login: ada.login, password })).response.statusCode).toBe(401)
    const events = await app.inject({ url: '/api/account/events/', headers: bearer(signed_in.session_token) })
    const removed = events.json<AccountEventList>().events.filter(({ type }) => type === 'method_removed')
    expect(new Set(removed.map(({ method }) => method))).toEqual(new Set(['passkey', 'password']))
  })

  type Body = Awaited<ReturnType<typeof prepareRotate>>['body']

  test.each<[string, (body: Body) => object]>([
    ['stays at the old account key', (body) => withKey(body, 1)],
    ['skips an account key', (body) => withKey(body, 3)],
    ['skips a generation', (body) => ({ ...body, head: { ...body.head, gen: 9 } })],
    ['has a record of the old key', (body) => withRecord(body, { ak_gen: 1 })],
    ['has a record of another vault', (body) => withRecord(body, { vault_id: 'A'.repeat(22) })],
    [
      'has a record of a passkey that the person has not',
      (body) => withRecord(body, { type: 'prf', bind: 'A'.repeat(43) }),
    ],
    [
      'has two records of one method',
      (body) => ({ ...body, unlock: [...body.unlock, { ...body.unlock[0], id: newItemId() }] }),
    ],
    ['has no recovery key', (body) => ({ ...body, unlock: [body.unlock[0], { ...body.unlock[0], id: newItemId() }] })],
    ['starts another log', (body) => ({ ...body, activity: body.activity.map((entry) => ({ ...entry, seq: 7 })) })],
  ])('that %s is refused and changes nothing', async (_case, damage) => {
    const { body, etag } = await prepareRotate(ada, [ada.using.method])
    const response = await sendRotation(app, ada, damage(body), etag)
    expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    expect((await app.inject({ url: '/api/vault/', headers: bearer(ada.token) })).headers.etag).toBe(etag)
    expect((await listMethods(app, ada)).map(({ unlock_id }) => unlock_id)).toContain(ada.using.record.id)
  })

  test('needs If-Match, and of two at once one finds that the vault has changed, or its token', async () => {
    const prepared = await Promise.all([1, 2].map(() => prepareRotate(ada, [ada.using.method])))
    expect((await sendRotation(app, ada, prepared[0]!.body)).statusCode).toBe(428)
    const responses = await Promise.all(prepared.map(({ body, etag }) => sendRotation(app, ada, body, etag)))
    const [done, refused] = responses.toSorted((left, right) => left.statusCode - right.statusCode)
    expect(done?.statusCode).toBe(200)
    expect(['stale_vault', 'invalid_session']).toContain(refused?.json().code)
  })

  test('is not for a session from a recovery key, nor for one that was not confirmed lately', async () => {
    const recovered = await recover(app, ada)
    const { body, etag } = await prepareRotate(recovered, [ada.using.method])
    expect((await sendRotation(app, recovered, body, etag)).json().code).toBe('insufficient_session')
    await core.database.sql`
      update core.sessions set auth_time = now() - interval '5 minutes' where user_id = ${ada.userId}`
    expect((await sendRotation(app, ada, body, etag)).json().code).toBe('reauth_required')
  })
})

type Rotation = Awaited<ReturnType<typeof prepareRotate>>['body']

function withKey(body: Rotation, ak_gen: number) {
  const rekeyed = <Value extends object>(value: Value) => ({ ...value, ak_gen })
  const { head, items, unlock, activity } = body
  return {
    ...body,
    head: rekeyed(head),
    items: items.map(rekeyed),
    unlock: unlock.map(rekeyed),
    activity: activity.map(rekeyed),
  }
}

function withRecord(body: Rotation, changes: object) {
  return { ...body, unlock: body.unlock.map((record, index) => (index === 0 ? { ...record, ...changes } : record)) }
}
