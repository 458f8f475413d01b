import { randomUUID } from 'node:crypto'
import type { AccountEventList, MethodsChanged, SignedIn } from '@countersign/contracts'
import { byPassword, type Ceremony, signInByPasskey, startBeforeAll } from '@countersign/testing'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  addPasskey,
  change,
  changedBy,
  fetchMethods,
  prepareChange,
  recover,
  replaceRecoveryKey,
} from '../../../test/account.ts'
import { startCore } from '../../../test/core-under-test.ts'
import { passFiveMinutes } from '../../../test/pass-five-minutes.ts'
import {
  bearer,
  changed as changedMessage,
  confirmingWith,
  finishSignIn,
  gestureOf,
  newAuthenticator,
  newWiredDevice,
  prepareRecovery,
  signInWithPasskey,
  signInWithPassword,
  signUpWithPasskey,
  signUpWithPassword,
  startSignIn,
  type WiredDevice,
  withHeaders,
  withToken,
} from '../../../test/person.ts'

const password = 'violet kettle sleeps in orbit'
const newPassword = 'an altogether different one'

describe('the unlock methods of an account', () => {
  const core = startBeforeAll(() => startCore())
  let login: string
  let people = 0

  async function newAccount() {
    people += 1
    login = `person-${people}`
    return signUpWithPassword(core.app, { login, password })
  }

  const sessionStatus = async (token: string) =>
    (await core.app.inject({ url: '/api/session/', headers: bearer(token) })).statusCode

  async function eventsOf({ signed_in }: Pick<MethodsChanged, 'signed_in'>): Promise<string[]> {
    const response = await core.app.inject({ url: '/api/account/events/', headers: bearer(signed_in.session_token) })
    return response.json<AccountEventList>().events.map(({ type, method }) => `${type} ${method ?? ''}`.trim())
  }

  test('are listed with what the person needs to recognise them', async () => {
    const ada = await newAccount()
    const authenticator = newAuthenticator(true)
    const { signed_in, methods: listed } = await change(ada, () => addPasskey(ada, authenticator))
    await signInWithPasskey(core.app, authenticator)
    const methods = await fetchMethods(core.app, { token: signed_in.session_token })
    expect(methods.toSorted((left, right) => left.type.localeCompare(right.type))).toEqual([
      {
        unlock_id: passkeyOf(listed),
        type: 'passkey',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        credential_id: authenticator.credentialId,
        is_backed_up: true,
      },
      {
        unlock_id: ada.signedIn.unlock.id,
        type: 'password',
        created_at: expect.any(String),
        // By the gesture for the passkey.
        last_used_at: expect.any(String),
      },
      { unlock_id: expect.any(String), type: 'recovery', created_at: expect.any(String), last_used_at: null },
    ])
  })

  describe('a passkey that is added', () => {
    test('signs in and opens the same vault, beside the password', async () => {
      const ada = await newAccount()
      const authenticator = newAuthenticator()
      const { methods } = await change(ada, () => addPasskey(ada, authenticator))
      expect(methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'password', 'recovery'])
      expect((await signInByPasskey(newWiredDevice(core.app).device, authenticator)).memory.gen).toBe(2)
      expect((await signInWithPassword(core.app, { login, password })).response.statusCode).toBe(200)
    })

    test('is asked not to be one that the person has', async () => {
      const ada = await signUpWithPasskey(core.app)
      await ada.confirm({ act: 'add_passkey' })
      const response = await core.app.inject({
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
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator(), ceremony))
      const response = await core.app.inject(message)
      expect([response.statusCode, response.json().code]).toEqual([422, code])
      expect((await core.app.inject({ url: '/api/vault/', headers: bearer(ada.token) })).headers.etag).toBe(
        message.headers['if-match'],
      )
      expect(await fetchMethods(core.app, ada)).toHaveLength(2)
    })

    test('is not made twice because the vault was stale: the same answer counts once it is accepted', async () => {
      const ada = await newAccount()
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator()))
      expect((await core.app.inject(withHeaders(message, { 'if-match': '"1-stale"' }))).statusCode).toBe(412)
      expect((await core.app.inject(message)).statusCode).toBe(200)
    })

    test('is added once, and only by whom it was asked of', async () => {
      const ada = await newAccount()
      const name = login
      const authenticator = newAuthenticator()
      const asked = await prepareChange(ada, () => addPasskey(ada, authenticator))
      /** A message of the user, but with the registration and the answer of another one. */
      const withAnswer = ({ payload, ...message }: typeof asked) => ({
        ...message,
        payload: { ...payload, add: { ...asked.payload.add, unlock: payload.add?.unlock } },
      })
      const eve = await newAccount()
      const stolen = await prepareChange(eve, () => addPasskey(eve, authenticator))
      const refused = await core.app.inject(withAnswer(stolen))
      expect([refused.statusCode, refused.json().code]).toEqual([410, 'registration_expired'])
      expect((await core.app.inject(asked)).statusCode).toBe(200)
      const later = confirmingWith(newWiredDevice(core.app), byPassword({ login: name, password }))
      await later.device.signIn({ login: name, password })
      const again = await prepareChange(later, () => addPasskey(later, newAuthenticator()))
      expect((await core.app.inject(withAnswer(again))).statusCode).toBe(410)
    })
  })

  describe('a new password', () => {
    test('takes the place of the old one, and every other session ends', async () => {
      const ada = await newAccount()
      const other = (await signInWithPassword(core.app, { login, password })).response.json<SignedIn>()
      const changed = await change(ada, () => ada.device.changePassword({ password: newPassword }))
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['password', 'recovery'])
      expect([await sessionStatus(tokenSentBy(ada)), await sessionStatus(other.session_token)]).toEqual([401, 401])
      expect(await sessionStatus(changed.signed_in.session_token)).toBe(200)
      expect(changed.signed_in).toMatchObject({
        session: { session_id: ada.signedIn.session.session_id, scope: 'full' },
        unlock: { id: changed.methods.find(({ type }) => type === 'password')?.unlock_id },
      })
      expect(changed.signed_in.unlock.id).not.toBe(ada.signedIn.unlock.id)
      expect((await signInWithPassword(core.app, { login, password })).response.statusCode).toBe(401)
      const { memory } = await newWiredDevice(core.app).device.signIn({ login, password: newPassword })
      expect(memory.gen).toBe(2)
      expect(await eventsOf(changed)).toContain('password_changed password')
    })

    test('needs a gesture that names it: one for another name does not change the password', async () => {
      const ada = await newAccount()
      const prepared = await prepareChange(ada, () => ada.device.changePassword({ password: newPassword }))
      await ada.confirm({ act: 'change_login_name' })
      const refused = await core.app.inject(withHeaders(prepared, bearer(ada.token)))
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'reauth_required'])
      await ada.confirm({ act: 'change_password' })
      expect((await core.app.inject(withHeaders(prepared, bearer(ada.token)))).statusCode).toBe(200)
    })

    test('ends a sign-in that began with the old one', async () => {
      const ada = await newAccount()
      const { finish, isRight } = await startSignIn(core.app, { login, password })
      expect(isRight).toBe(true)
      await ada.device.changePassword({ password: newPassword })
      expect((await finishSignIn(core.app, finish)).statusCode).toBe(401)
    })

    test('is not opened by a sign-in that began under the old one, however close they come', async () => {
      const ada = await newAccount()
      const { finish } = await startSignIn(core.app, { login, password })
      const { sql } = core.database
      await sql`create table core.set_aside as select * from core.logins where login_id = ${finish.login_id}`
      await ada.device.changePassword({ password: newPassword })
      // As if its second message had been read just before the change ended it.
      await sql`insert into core.logins select * from core.set_aside`
      await sql`drop table core.set_aside`
      const finished = await finishSignIn(core.app, finish)
      expect([finished.statusCode, finished.json().code]).toEqual([401, 'invalid_session'])
    })

    test('under a new name frees the old one', async () => {
      const ada = await newAccount()
      const oldName = login
      const newName = `${login}-renamed`
      const changed = await change(ada, () => ada.device.setPassword({ login: newName, password: newPassword }))
      const renamed = await signInWithPassword(core.app, { login: newName, password: newPassword })
      expect(renamed.response.statusCode).toBe(200)
      expect((await signInWithPassword(core.app, { login: oldName, password })).response.statusCode).toBe(401)
      expect(await eventsOf(changed)).toContain('login_name_changed password')
      expect((await signUpWithPassword(core.app, { login: oldName, password })).userId).not.toBe(ada.userId)
    })

    test('under a name that is taken is refused, and the old one stays', async () => {
      await newAccount()
      const taken = login
      const ada = await newAccount()
      const work = () => ada.device.setPassword({ login: taken, password: newPassword })
      const response = await core.app.inject(await prepareChange(ada, work))
      expect([response.statusCode, response.json().code]).toEqual([409, 'login_taken'])
      expect((await signInWithPassword(core.app, { login, password })).response.statusCode).toBe(200)
    })

    test('at somebody else’s name counts as a stranger’s guess, so that accounts bring no guesses of their own', async () => {
      const victim = await newAccount()
      const starts: number[] = []
      for (let index = 0; index < 6; index += 1) {
        const stranger = await signUpWithPasskey(core.app)
        await prepareChange(stranger, () => stranger.device.setPassword(victim)).catch(() => undefined)
        starts.push(stranger.wire.answerTo('/api/account/methods/password/start/').statusCode)
      }
      expect(starts).toEqual([200, 200, 200, 200, 200, 429])
      // Nor can they keep its owner from changing the password.
      const { device } = victim
      expect(await prepareChange(victim, () => device.changePassword({ password: newPassword }))).toBeDefined()
    })

    test('needs a name where there was none, and then signs in beside the passkey', async () => {
      const ada = await signUpWithPasskey(core.app)
      await ada.confirm({ act: 'set_password' })
      const nameless = await core.app.inject({
        method: 'POST',
        url: '/api/account/methods/password/start/',
        headers: bearer(ada.token),
        payload: { registration_request: 'A'.repeat(43) },
      })
      expect([nameless.statusCode, nameless.json().code]).toEqual([400, 'invalid_request'])
      people += 1
      const name = `person-${people}`
      const changed = await change(ada, () => ada.device.setPassword({ login: name, password }))
      expect((await signInWithPassword(core.app, { login: name, password })).response.statusCode).toBe(200)
      expect((await signInWithPasskey(core.app, ada.authenticator)).statusCode).toBe(200)
      expect(await eventsOf(changed)).toContain('method_added password')
    })
  })

  describe('removing', () => {
    test('ends the method: a removed passkey opens nothing any more', async () => {
      const ada = await newAccount()
      const authenticator = newAuthenticator()
      const unlockId = passkeyOf((await change(ada, () => addPasskey(ada, authenticator))).methods)
      const changed = await change(ada, () => ada.device.removeMethod({ unlockId }))
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['password', 'recovery'])
      expect((await signInWithPasskey(core.app, authenticator)).statusCode).toBe(401)
      expect(await eventsOf(changed)).toContain('method_removed passkey')
    })

    test('the method that the session was signed in by hands over another record', async () => {
      const ada = await newAccount()
      const { methods } = await change(ada, () => addPasskey(ada, newAuthenticator()))
      const changed = await change(ada, () => ada.device.removeMethod({ unlockId: ada.signedIn.unlock.id }))
      expect(changed.signed_in.unlock).toMatchObject({ type: 'prf', id: passkeyOf(methods) })
    })

    test('the last method is refused', async () => {
      const ada = await newAccount()
      const work = () => ada.device.removeMethod({ unlockId: ada.signedIn.unlock.id })
      const response = await core.app.inject(await prepareChange(ada, work))
      expect([response.statusCode, response.json().code]).toEqual([409, 'last_method'])
      expect(await sessionStatus(ada.token)).toBe(200)
    })

    test('the recovery key without another in its place is refused', async () => {
      const ada = await newAccount()
      const recovery = (await fetchMethods(core.app, ada)).find(({ type }) => type === 'recovery')
      const work = () => ada.device.removeMethod({ unlockId: recovery!.unlock_id })
      const response = await core.app.inject(await prepareChange(ada, work))
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('what the person has not answers 404', async () => {
      const ada = await newAccount()
      const eve = await newAccount()
      const { payload, ...message } = await prepareChange(eve, () => replaceRecoveryKey(eve))
      for (const id of [ada.signedIn.unlock.id, randomUUID()]) {
        const response = await core.app.inject({ ...message, payload: { commit: payload.commit, remove: [id] } })
        expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
      }
      expect(await fetchMethods(core.app, ada)).toHaveLength(2)
    })
  })

  describe('a new recovery key', () => {
    test('takes the place of the old one at once', async () => {
      const ada = await newAccount()
      const renewed = await replaceRecoveryKey(ada)
      const refused = await core.app.inject(await prepareRecovery(core.app, ada))
      expect(refused.statusCode).toBe(401)
      expect((await recover(core.app, renewed)).userId).toBe(ada.userId)
      expect(await eventsOf(changedBy(ada))).toContain('recovery_key_replaced recovery')
    })

    test('that another account has is refused', async () => {
      const ada = await newAccount()
      const eve = await newAccount()
      const { rec_id } = (await prepareRecovery(core.app, ada)).payload
      const message = await prepareChange(eve, () => replaceRecoveryKey(eve))
      const recovery = { ...message.payload.recovery, rec_id }
      const response = await core.app.inject(changedMessage(message, { recovery }))
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })
  })

  describe('a session from a recovery key', () => {
    test('sets up a new password and a new key together, and a full session takes its place', async () => {
      const ada = await newAccount()
      const recovered = await recover(core.app, ada)
      const changed = await change(recovered, () => recovered.device.recoverByPassword({ password: newPassword }))
      expect(changed.signed_in.session.scope).toBe('full')
      expect([await sessionStatus(tokenSentBy(recovered)), await sessionStatus(ada.token)]).toEqual([401, 401])
      expect(await sessionStatus(changed.signed_in.session_token)).toBe(200)
      expect((await signInWithPassword(core.app, { login, password })).response.statusCode).toBe(401)
      expect((await signInWithPassword(core.app, { login, password: newPassword })).response.statusCode).toBe(200)
      expect((await recover(core.app, recovered.next)).profile.memory.vault_id).toBe(ada.signedIn.vault_id)
    })

    test('may add a passkey instead, and remove what was lost', async () => {
      const ada = await newAccount()
      const recovered = await recover(core.app, ada)
      const { options } = await recovered.device.startPasskeyAddition({})
      const passkey = { label: 'a passkey', ...gestureOf(newAuthenticator(), options) }
      const message = await prepareChange(recovered, () => recovered.device.recoverByPasskey(passkey))
      const remove = [...message.payload.remove, ada.signedIn.unlock.id]
      const response = await core.app.inject(changedMessage(message, { remove }))
      const changed = response.json<MethodsChanged>()
      expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'recovery'])
    })

    test.each([
      ['a method without a new key', true, false],
      ['a new key without a method', false, true],
      ['neither', false, false],
    ])('is told what is missing when it sends %s', async (_case, adds, replaceRecovery) => {
      const ada = await newAccount()
      const recovered = await recover(core.app, ada)
      const work = () => recovered.device.recoverByPassword({ password: newPassword })
      const { payload, ...message } = await prepareChange(recovered, work)
      const { commit, add, recovery } = payload
      const part = { commit, remove: [], ...(adds && { add }), ...(replaceRecovery && { recovery }) }
      const response = await core.app.inject({ ...message, payload: part })
      expect([response.statusCode, response.json()]).toEqual([
        422,
        {
          error: 'After using a recovery key, set up a new password or passkey and a new recovery key together.',
          code: 'invalid_vault',
        },
      ])
      expect((await signInWithPassword(core.app, { login, password })).response.statusCode).toBe(200)
    })
  })

  describe('a change', () => {
    test('of two at once, one finds that the vault has changed, or its token', async () => {
      const ada = await newAccount()
      const prepare = () => prepareChange(ada, () => replaceRecoveryKey(ada))
      const prepared = [await prepare(), await prepare()]
      const responses = await Promise.all(prepared.map((each) => core.app.inject(each)))
      const [done, refused] = responses.toSorted((left, right) => left.statusCode - right.statusCode)
      expect(done?.statusCode).toBe(200)
      // The first of the two renews the token that both came with: whether the second got in before, chance decides.
      expect(['stale_vault', 'invalid_session']).toContain(refused?.json().code)
    })

    test('needs If-Match', async () => {
      const ada = await newAccount()
      const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
      const { 'if-match': _, ...headers } = message.headers
      expect((await core.app.inject({ ...message, headers })).statusCode).toBe(428)
    })

    const codeOfAnswer = async (message: InjectOptions) => {
      const response = await core.app.inject(message)
      return response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code
    }

    test('needs a person who confirmed just this, lately, and once', async () => {
      const ada = await newAccount()
      const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
      await passFiveMinutes(core.database.sql, ada.userId)
      expect(await codeOfAnswer(message)).toBe('reauth_required')
      const signedIn = await signInWithPassword(core.app, { login, password }, bearer(ada.token))
      const { session_token: token } = signedIn.response.json<SignedIn>()
      expect(await codeOfAnswer(withHeaders(message, bearer(token)))).toBe('reauth_required')

      const { wire, confirm, ...person } = confirmingWith(newWiredDevice(core.app), byPassword({ login, password }))
      const again = withToken({ wire, ...person })
      await again.device.signIn({ login, password })
      await confirm({ act: 'add_passkey' })
      expect(await codeOfAnswer(withHeaders(message, bearer(again.token)))).toBe('reauth_required')
      await confirm({ act: 'replace_recovery_key' })
      const done = await core.app.inject(withHeaders(message, bearer(again.token)))
      expect(done.statusCode).toBe(200)
      const { session_token: next } = done.json<MethodsChanged>().signed_in
      expect(await codeOfAnswer(withHeaders(message, bearer(next)))).toBe('reauth_required')
    })

    test('is confirmed for one thing: not for another method, nor for two things at once', async () => {
      const ada = await newAccount()
      const { methods } = await change(ada, () => addPasskey(ada, newAuthenticator()))
      const removal = await prepareChange(ada, () => ada.device.removeMethod({ unlockId: ada.signedIn.unlock.id }))
      const remove = [passkeyOf(methods)]
      expect(await codeOfAnswer(changedMessage(removal, { remove }))).toBe('reauth_required')
      const both = await prepareChange(ada, () => replaceRecoveryKey(ada))
      expect(await codeOfAnswer(changedMessage(both, { remove: [...both.payload.remove, ...remove] }))).toBe(
        'reauth_required',
      )
      expect(await codeOfAnswer(changedMessage(both, { recovery: undefined, remove: [] }))).toBe('reauth_required')
      expect(await fetchMethods(core.app, ada)).toHaveLength(3)
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
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator()))
      const { add } = message.payload
      const damaged = changedMessage(message, { add: { ...add, unlock: damage({ ...add?.unlock }) } })
      const response = await core.app.inject(damaged)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('with a record in the place of one that stays is refused', async () => {
      const ada = await newAccount()
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator()))
      const { add } = message.payload
      const unlock = { ...add?.unlock, id: ada.signedIn.unlock.id }
      const response = await core.app.inject(changedMessage(message, { add: { ...add, unlock } }))
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('to more than twenty unlock methods is refused', async () => {
      const ada = await newAccount()
      await ada.confirm({ act: 'add_passkey' })
      await core.database.sql`
        insert into core.unlock_records (user_id, unlock_id, credential, record)
        select user_id, gen_random_uuid(), '', record || '{"type":"prf"}' from core.unlock_records, generate_series(1, 18)
         where user_id = ${ada.userId} and record ->> 'type' = 'opaque'`
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator()))
      const response = await core.app.inject(message)
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('may not slip in another account key', async () => {
      const ada = await newAccount()
      const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
      const { commit } = message.payload
      const head = { ...commit.head, ak_gen: 2 }
      const response = await core.app.inject(changedMessage(message, { commit: { ...commit, head } }))
      expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_vault'])
    })

    test('answers the entity tag of the next one, and the session that goes on', async () => {
      const ada = await newAccount()
      const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
      const response = await core.app.inject(message)
      const { gen, signed_in } = response.json<MethodsChanged>()
      expect(gen).toBe(2)
      // A change is no proof of who makes it: the gesture was.
      const confirmed = ada.wire.answerTo('/api/session/password/finish/').json<SignedIn>()
      expect(signed_in.session.auth_time).toBe(confirmed.session.auth_time)
      const vault = await core.app.inject({ url: '/api/vault/', headers: bearer(signed_in.session_token) })
      expect(vault.headers.etag).toBe(response.headers.etag)
    })
  })
})

/** The token that a device had when it sent its last message. */
function tokenSentBy({ wire }: WiredDevice): string {
  return wire.exchanges.at(-1)?.message.headers['authorization']?.replace('Bearer ', '') ?? ''
}

function passkeyOf(methods: MethodsChanged['methods']): string {
  return methods.find(({ type }) => type === 'passkey')!.unlock_id
}
