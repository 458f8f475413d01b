import { randomUUID } from 'node:crypto'
import type { AccountEventList, MethodsChanged, SignedIn } from '@countersign/contracts'
import { type Ceremony, ENGINES, startRegistration } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Account,
  accountWithPasskey,
  accountWithPassword,
  change,
  listMethods,
  prepareChange,
  preparePasskey,
  preparePassword,
  recover,
  reopen,
  sendChange,
} from '../../test/account.ts'
import { type CoreUnderTest, startCore } from '../../test/core-under-test.ts'
import { newAuthenticator, signInWithPasskey } from '../../test/passkey-person.ts'
import { answerLogin, bearer, finishSignIn, signIn, startSignIn } from '../../test/person.ts'

const password = 'correct horse battery staple'
const newPassword = 'an altogether different one'

describe.each(ENGINES)('the unlock methods of an account on the %s database', (engine) => {
  let core: CoreUnderTest
  let app: FastifyInstance
  let login: string
  let people = 0

  beforeAll(async () => {
    core = await startCore(engine)
    app = core.app
  })
  afterAll(() => core.close())

  async function newAccount() {
    people += 1
    login = `person-${people}`
    return accountWithPassword(app, login)
  }

  const sessionStatus = async (token: string) =>
    (await app.inject({ url: '/api/session/', headers: bearer(token) })).statusCode

  async function eventsOf({ token }: Pick<Account, 'token'>): Promise<string[]> {
    const response = await app.inject({ url: '/api/account/events/', headers: bearer(token) })
    return response.json<AccountEventList>().events.map(({ type, method }) => `${type} ${method ?? ''}`.trim())
  }

  test('are listed with what the person needs to recognise them', async () => {
    const ada = await newAccount()
    const authenticator = newAuthenticator(true)
    const { account } = await change(app, ada, { add: await preparePasskey(app, ada, { authenticator }) })
    await signInWithPasskey(app, authenticator)
    const methods = await listMethods(app, account)
    expect(methods.toSorted((left, right) => left.type.localeCompare(right.type))).toEqual([
      {
        unlock_id: account.using.record.id,
        type: 'passkey',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        credential_id: authenticator.credentialId,
        is_backed_up: true,
      },
      { unlock_id: ada.using.record.id, type: 'password', created_at: expect.any(String), last_used_at: null },
      { unlock_id: expect.any(String), type: 'recovery', created_at: expect.any(String), last_used_at: null },
    ])
  })

  describe('a passkey that is added', () => {
    test('signs in and opens the same vault, beside the password', async () => {
      const ada = await newAccount()
      const authenticator = newAuthenticator()
      const add = await preparePasskey(app, ada, { authenticator })
      const { changed } = await change(app, ada, { add })
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'password', 'recovery'])
      const signedIn = (await signInWithPasskey(app, authenticator)).json<SignedIn>()
      expect((await reopen(app, signedIn, add.method)).vault.memory.gen).toBe(2)
      expect((await signIn(app, { login, password })).response.statusCode).toBe(200)
    })

    test('is asked not to be one that the person has', async () => {
      const ada = await accountWithPasskey(app)
      const response = await app.inject({
        method: 'POST',
        url: '/api/account/methods/passkey/start/',
        headers: bearer(ada.token),
        payload: {},
      })
      expect(response.json().options.excludeCredentials).toEqual([
        { id: ada.authenticator.credentialId, type: 'public-key', transports: ['internal'] },
      ])
    })

    test.each<[string, Ceremony, string]>([
      ['cannot do PRF', { isPrfEnabled: false }, 'prf_required'],
      ['did not verify the person', { isUserVerified: false }, 'invalid_passkey'],
      ['was made on another page', { origin: 'https://evil.example' }, 'invalid_passkey'],
    ])('is refused where it %s, and the vault stays as it was', async (_case, ceremony, code) => {
      const ada = await newAccount()
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator(), ceremony })
      const { body, etag } = await prepareChange(app, ada, { add })
      const response = await sendChange(app, ada, body, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, code])
      expect((await app.inject({ url: '/api/vault/', headers: bearer(ada.token) })).headers.etag).toBe(etag)
      expect(await listMethods(app, ada)).toHaveLength(2)
    })

    test('is not made twice because the vault was stale: the same answer counts once it is accepted', async () => {
      const ada = await newAccount()
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator() })
      const { body, etag } = await prepareChange(app, ada, { add })
      expect((await sendChange(app, ada, body, '"1-stale"')).statusCode).toBe(412)
      expect((await sendChange(app, ada, body, etag)).statusCode).toBe(200)
    })

    test('is added once, and only by whom it was asked of', async () => {
      const ada = await newAccount()
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator() })
      const eve = await newAccount()
      const stolen = await prepareChange(app, eve, { add })
      const refused = await sendChange(app, eve, stolen.body, stolen.etag)
      expect([refused.statusCode, refused.json().code]).toEqual([410, 'registration_expired'])
      const { account } = await change(app, ada, { add })
      const other = await preparePasskey(app, account, { authenticator: newAuthenticator() })
      const again = await prepareChange(app, account, { add: { ...other, message: add.message } })
      expect((await sendChange(app, account, again.body, again.etag)).statusCode).toBe(410)
    })
  })

  describe('a new password', () => {
    test('takes the place of the old one, and every other session ends', async () => {
      const ada = await newAccount()
      const other = (await signIn(app, { login, password })).response.json<SignedIn>()
      const add = await preparePassword(app, ada, { password: newPassword })
      const { account, changed } = await change(app, ada, { add })
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['password', 'recovery'])
      expect([await sessionStatus(ada.token), await sessionStatus(other.session_token)]).toEqual([401, 401])
      expect(await sessionStatus(account.token)).toBe(200)
      expect(changed.signed_in).toMatchObject({
        session: { session_id: ada.signedIn.session.session_id, scope: 'full' },
        unlock: { id: account.using.record.id },
      })
      expect((await signIn(app, { login, password })).response.statusCode).toBe(401)
      const signedIn = (await signIn(app, { login, password: newPassword })).response.json<SignedIn>()
      expect((await reopen(app, signedIn, add.method)).vault.memory.gen).toBe(2)
      expect(await eventsOf(account)).toContain('password_changed password')
    })

    test('ends a sign-in that began with the old one', async () => {
      const ada = await newAccount()
      const { response, clientLoginState } = await startSignIn(app, { login, password })
      const { login_id, login_response } = response.json()
      const answer = answerLogin(clientLoginState, login_response, password)
      await change(app, ada, { add: await preparePassword(app, ada, { password: newPassword }) })
      const finish = { login_id, finish_login_request: answer?.finishLoginRequest }
      expect((await finishSignIn(app, finish)).statusCode).toBe(401)
    })

    test('is not opened by a sign-in that began under the old one, however close they come', async () => {
      const ada = await newAccount()
      const { response, clientLoginState } = await startSignIn(app, { login, password })
      const { login_id, login_response } = response.json<{ login_id: string; login_response: string }>()
      const { finishLoginRequest } = answerLogin(clientLoginState, login_response, password)!
      const { sql } = core.database
      await sql`create table core.set_aside as select * from core.logins where login_id = ${login_id}`
      await change(app, ada, { add: await preparePassword(app, ada, { password: newPassword }) })
      // As if its second message had been read just before the change ended it.
      await sql`insert into core.logins select * from core.set_aside`
      await sql`drop table core.set_aside`
      const finished = await finishSignIn(app, { login_id, finish_login_request: finishLoginRequest })
      expect([finished.statusCode, finished.json().code]).toEqual([401, 'invalid_session'])
    })

    test('under a new name frees the old one', async () => {
      const ada = await newAccount()
      const oldName = login
      const add = await preparePassword(app, ada, { password: newPassword, login: `${login}-renamed` })
      const { account } = await change(app, ada, { add })
      const renamed = await signIn(app, { login: `${oldName}-renamed`, password: newPassword })
      expect(renamed.response.statusCode).toBe(200)
      expect((await signIn(app, { login: oldName, password })).response.statusCode).toBe(401)
      expect(await eventsOf(account)).toContain('login_name_changed password')
      expect((await accountWithPassword(app, oldName)).login).toBe(oldName)
    })

    test('under a name that is taken is refused, and the old one stays', async () => {
      await newAccount()
      const taken = login
      const ada = await newAccount()
      const add = await preparePassword(app, ada, { password: newPassword, login: taken })
      const { body, etag } = await prepareChange(app, ada, { add })
      const response = await sendChange(app, ada, body, etag)
      expect([response.statusCode, response.json().code]).toEqual([409, 'login_taken'])
      expect((await signIn(app, { login, password })).response.statusCode).toBe(200)
    })

    test('at somebody else’s name counts as a stranger’s guess, so that accounts bring no guesses of their own', async () => {
      const victim = await newAccount()
      const { registrationRequest } = await startRegistration(password)
      const starts: number[] = []
      for (let index = 0; index < 6; index += 1) {
        const stranger = await accountWithPasskey(app)
        const response = await app.inject({
          method: 'POST',
          url: '/api/account/methods/password/start/',
          headers: bearer(stranger.token),
          payload: { login: victim.login, registration_request: registrationRequest },
        })
        starts.push(response.statusCode)
      }
      expect(starts).toEqual([200, 200, 200, 200, 200, 429])
      // Nor can they keep its owner from changing the password.
      expect(await preparePassword(app, victim, { password: newPassword })).toBeDefined()
    })

    test('needs a name where there was none, and then signs in beside the passkey', async () => {
      const ada = await accountWithPasskey(app)
      const nameless = await app.inject({
        method: 'POST',
        url: '/api/account/methods/password/start/',
        headers: bearer(ada.token),
        payload: { registration_request: 'A'.repeat(43) },
      })
      expect([nameless.statusCode, nameless.json().code]).toEqual([400, 'invalid_request'])
      people += 1
      const name = `person-${people}`
      const { account } = await change(app, ada, { add: await preparePassword(app, ada, { password, login: name }) })
      expect((await signIn(app, { login: name, password })).response.statusCode).toBe(200)
      expect((await signInWithPasskey(app, ada.authenticator)).statusCode).toBe(200)
      expect(await eventsOf(account)).toContain('method_added password')
    })
  })

  describe('removing', () => {
    test('ends the method: a removed passkey opens nothing any more', async () => {
      const ada = await newAccount()
      const authenticator = newAuthenticator()
      const added = await change(app, ada, { add: await preparePasskey(app, ada, { authenticator }) })
      const passkeyId = added.account.using.record.id
      const back = { ...added.account, using: ada.using }
      const { account, changed } = await change(app, back, { remove: [passkeyId] })
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['password', 'recovery'])
      expect((await signInWithPasskey(app, authenticator)).statusCode).toBe(401)
      expect(await eventsOf(account)).toContain('method_removed passkey')
    })

    test('the method that the session was signed in by hands over another record', async () => {
      const ada = await newAccount()
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator() })
      const added = await change(app, ada, { add })
      const { changed } = await change(app, added.account, { remove: [ada.using.record.id] })
      expect(changed.signed_in.unlock).toMatchObject({ type: 'prf', id: added.account.using.record.id })
    })

    test('the last method is refused', async () => {
      const ada = await newAccount()
      const { body, etag } = await prepareChange(app, ada, { remove: [ada.using.record.id] })
      const response = await sendChange(app, ada, body, etag)
      expect([response.statusCode, response.json().code]).toEqual([409, 'last_method'])
      expect(await sessionStatus(ada.token)).toBe(200)
    })

    test('the recovery key without another in its place is refused', async () => {
      const ada = await newAccount()
      const recovery = (await listMethods(app, ada)).find(({ type }) => type === 'recovery')
      const { body, etag } = await prepareChange(app, ada, { remove: [recovery!.unlock_id] })
      const response = await sendChange(app, ada, body, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('what the person has not answers 404', async () => {
      const ada = await newAccount()
      const eve = await newAccount()
      const { body, etag } = await prepareChange(app, eve, {})
      for (const id of [ada.using.record.id, randomUUID()]) {
        const response = await sendChange(app, eve, { ...body, remove: [id] }, etag)
        expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
      }
      expect(await listMethods(app, ada)).toHaveLength(2)
    })
  })

  describe('a new recovery key', () => {
    test('takes the place of the old one at once', async () => {
      const ada = await newAccount()
      const { recovery, account } = await change(app, ada, { replaceRecovery: true })
      const old = { rec_id: base64url(ada.recovery.recId), rec_auth: base64url(ada.recovery.recAuth) }
      const refused = await app.inject({ method: 'POST', url: '/api/session/recovery/', payload: old })
      expect(refused.statusCode).toBe(401)
      expect((await recover(app, { recovery })).userId).toBe(ada.userId)
      expect(await eventsOf(account)).toContain('recovery_key_replaced recovery')
    })

    test('that another account has is refused', async () => {
      const ada = await newAccount()
      const eve = await newAccount()
      const { body, etag } = await prepareChange(app, eve, { replaceRecovery: true })
      const copied = { ...body.recovery, rec_id: base64url(ada.recovery.recId) }
      const response = await sendChange(app, eve, { ...body, recovery: copied }, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })
  })

  describe('a session from a recovery key', () => {
    test('sets up a new password and a new key together, and a full session takes its place', async () => {
      const ada = await newAccount()
      const recovered = await recover(app, ada)
      const add = await preparePassword(app, recovered, { password: newPassword })
      const { account, changed, recovery } = await change(app, recovered, { add, replaceRecovery: true })
      expect(changed.signed_in.session.scope).toBe('full')
      expect([await sessionStatus(recovered.token), await sessionStatus(ada.token)]).toEqual([401, 401])
      expect(await sessionStatus(account.token)).toBe(200)
      expect((await signIn(app, { login, password })).response.statusCode).toBe(401)
      expect((await signIn(app, { login, password: newPassword })).response.statusCode).toBe(200)
      expect((await recover(app, { recovery })).vault.vaultId).toBe(ada.vault.vaultId)
    })

    test('may add a passkey instead, and remove what was lost', async () => {
      const ada = await newAccount()
      const recovered = await recover(app, ada)
      const add = await preparePasskey(app, recovered, { authenticator: newAuthenticator() })
      const wanted = { add, replaceRecovery: true, remove: [ada.using.record.id] }
      const { changed } = await change(app, recovered, wanted)
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'recovery'])
    })

    test.each([
      ['a method without a new key', true, false],
      ['a new key without a method', false, true],
      ['neither', false, false],
    ])('is told what is missing when it sends %s', async (_case, adds, replaceRecovery) => {
      const ada = await newAccount()
      const recovered = await recover(app, ada)
      const add = await preparePassword(app, recovered, { password: newPassword })
      const { body, etag } = await prepareChange(app, recovered, { ...(adds && { add }), replaceRecovery })
      const response = await sendChange(app, recovered, body, etag)
      expect([response.statusCode, response.json()]).toEqual([
        422,
        {
          error: 'After using a recovery key, set up a new password or passkey and a new recovery key together.',
          code: 'invalid_vault',
        },
      ])
      expect((await signIn(app, { login, password })).response.statusCode).toBe(200)
    })
  })

  describe('a change', () => {
    test('of two at once, one finds that the vault has changed, or its token', async () => {
      const ada = await newAccount()
      const prepared = await Promise.all([1, 2].map(() => prepareChange(app, ada, { replaceRecovery: true })))
      const responses = await Promise.all(prepared.map(({ body, etag }) => sendChange(app, ada, body, etag)))
      const [done, refused] = responses.toSorted((left, right) => left.statusCode - right.statusCode)
      expect(done?.statusCode).toBe(200)
      // The first of the two renews the token that both came with: whether the second got in before, chance decides.
      expect(['stale_vault', 'invalid_session']).toContain(refused?.json().code)
    })

    test('needs If-Match', async () => {
      const ada = await newAccount()
      const { body } = await prepareChange(app, ada, { replaceRecovery: true })
      expect((await sendChange(app, ada, body)).statusCode).toBe(428)
    })

    test('needs a person who confirmed lately that it is them', async () => {
      const ada = await newAccount()
      const { body, etag } = await prepareChange(app, ada, { replaceRecovery: true })
      await core.database.sql`
        update core.sessions set auth_time = now() - interval '5 minutes' where user_id = ${ada.userId}`
      const started = await app.inject({
        method: 'POST',
        url: '/api/account/methods/passkey/start/',
        headers: bearer(ada.token),
        payload: {},
      })
      for (const response of [await sendChange(app, ada, body, etag), started]) {
        expect([response.statusCode, response.json().code]).toEqual([403, 'reauth_required'])
      }
      const confirmed = await signIn(app, { login, password }, bearer(ada.token))
      const { session_token: token } = confirmed.response.json<SignedIn>()
      expect((await sendChange(app, { token }, body, etag)).statusCode).toBe(200)
    })

    type Unlock = Record<string, unknown>

    test.each<[string, (unlock: Unlock) => Unlock]>([
      ['of another vault', (unlock) => ({ ...unlock, vault_id: 'A'.repeat(22) })],
      ['of another account key', (unlock) => ({ ...unlock, ak_gen: 2 })],
      ['of another type', (unlock) => ({ ...unlock, type: 'opaque', bind: 'pw1' })],
      ['bound to another passkey', (unlock) => ({ ...unlock, bind: 'A'.repeat(43) })],
      ['of no canonical form', (unlock) => ({ ...unlock, id: String(unlock['id']).toUpperCase() })],
    ])('with an unlock record %s is refused', async (_case, damage) => {
      const ada = await newAccount()
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator() })
      const { body, etag, added } = await prepareChange(app, ada, { add })
      const damaged = { ...body, add: { ...body.add, unlock: damage({ ...added[0] }) } }
      const response = await sendChange(app, ada, damaged, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('with a record in the place of one that stays is refused', async () => {
      const ada = await newAccount()
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator() })
      const { body, etag, added } = await prepareChange(app, ada, { add })
      const damaged = { ...body, add: { ...body.add, unlock: { ...added[0], id: ada.using.record.id } } }
      const response = await sendChange(app, ada, damaged, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('to more than twenty unlock methods is refused', async () => {
      const ada = await newAccount()
      await core.database.sql`
        insert into core.unlock_records (user_id, unlock_id, record)
        select user_id, gen_random_uuid(), record || '{"type":"prf"}' from core.unlock_records, generate_series(1, 18)
         where user_id = ${ada.userId} and record ->> 'type' = 'opaque'`
      const add = await preparePasskey(app, ada, { authenticator: newAuthenticator() })
      const { body, etag } = await prepareChange(app, ada, { add })
      const response = await sendChange(app, ada, body, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('may not slip in another account key', async () => {
      const ada = await newAccount()
      const { body, etag } = await prepareChange(app, ada, { replaceRecovery: true })
      const head = { ...body.commit.head, ak_gen: 2 }
      const response = await sendChange(app, ada, { ...body, commit: { ...body.commit, head } }, etag)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('answers the entity tag of the next one, and the session that goes on', async () => {
      const ada = await newAccount()
      const { body, etag } = await prepareChange(app, ada, { replaceRecovery: true })
      const response = await sendChange(app, ada, body, etag)
      const { gen, signed_in } = response.json<MethodsChanged>()
      expect(gen).toBe(2)
      // A change is no proof of who makes it: it does not make the session fresh again.
      expect(signed_in.session.auth_time).toBe(ada.signedIn.session.auth_time)
      const vault = await app.inject({ url: '/api/vault/', headers: bearer(signed_in.session_token) })
      expect(vault.headers.etag).toBe(response.headers.etag)
    })
  })
})

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
