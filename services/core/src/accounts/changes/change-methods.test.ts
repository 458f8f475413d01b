import type { MethodsChanged, SignedIn } from '@countersign/contracts'
import type { Transaction } from '@countersign/service/sql'
import { byPassword, type Message, startBeforeAll } from '@countersign/testing'
import type { InjectOptions } from 'fastify'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { addPasskey, change, prepareChange, replaceRecoveryKey } from '../../../test/account.ts'
import { passFiveMinutes, startCore } from '../../../test/core-under-test.ts'
import {
  bearer,
  changed as changedMessage,
  confirmingWith,
  newAuthenticator,
  type PasswordPerson,
  refusalOf,
  withHeaders,
  withToken,
} from '../../../test/person.ts'
import { storeCommit } from '../../vaults/commit-vault.ts'
import { addMethod } from './add-method.ts'

describe('the unlock methods of an account', () => {
  const core = startBeforeAll(() => startCore())

  test('are listed with what the person needs to recognise them', async () => {
    const ada = await core.newPerson()
    const authenticator = newAuthenticator(true)
    const { signed_in, methods: listed } = await change(ada, () => addPasskey(ada, authenticator))
    await core.signInWithPasskey(authenticator)
    const methods = await core.fetchMethods({ token: signed_in.session_token })
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
    test('is asked not to be one that the person has', async () => {
      const ada = await core.signUpWithPasskey()
      await ada.confirm({ act: 'add_passkey' })
      const response = await core.post('/api/account/methods/passkey/start/', {}, bearer(ada.token))
      expect(response.json().options.excludeCredentials).toEqual([
        { id: ada.authenticator.credentialId, type: 'public-key', transports: ['internal'] },
      ])
    })

    test('is refused where it cannot open a vault, and the vault stays as it was', async () => {
      const ada = await core.newPerson()
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator(), { isPrfEnabled: false }))
      expect(refusalOf(await core.app.inject(message))).toEqual([422, 'prf_required'])
      expect((await core.get('/api/vault/', ada.token)).headers.etag).toBe(message.headers['if-match'])
      expect(await core.fetchMethods(ada)).toHaveLength(2)
    })

    test('is not made twice because the vault was stale: the same answer counts once it is accepted', async () => {
      const ada = await core.newPerson()
      const message = await prepareChange(ada, () => addPasskey(ada, newAuthenticator()))
      expect((await core.app.inject(withHeaders(message, { 'if-match': '"1-stale"' }))).statusCode).toBe(412)
      expect((await core.app.inject(message)).statusCode).toBe(200)
    })

    test('is added once, and only by whom it was asked of', async () => {
      const ada = await core.newPerson()
      const authenticator = newAuthenticator()
      const asked = await prepareChange(ada, () => addPasskey(ada, authenticator))
      /** A message of the user, but with the registration and the answer of another one. */
      const withAnswer = ({ payload, ...message }: typeof asked) => ({
        ...message,
        payload: { ...payload, add: { ...asked.payload.add, unlock: payload.add?.unlock } },
      })
      const eve = await core.newPerson()
      const stolen = await prepareChange(eve, () => addPasskey(eve, authenticator))
      expect(refusalOf(await core.app.inject(withAnswer(stolen)))).toEqual([410, 'registration_expired'])
      expect((await core.app.inject(asked)).statusCode).toBe(200)
      const later = confirmingWith(core.newWiredDevice(), byPassword(ada))
      await later.device.signIn(ada)
      const again = await prepareChange(later, () => addPasskey(later, newAuthenticator()))
      expect((await core.app.inject(withAnswer(again))).statusCode).toBe(410)
    })
  })

  describe('a change', () => {
    const codeOfAnswer = async (message: InjectOptions) => {
      const response = await core.app.inject(message)
      return response.statusCode === 200 ? 'done' : response.json<{ code: string }>().code
    }

    test('needs a person who confirmed just this, lately, and once', async () => {
      const ada = await core.newPerson()
      const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
      await passFiveMinutes(core.database.sql, ada.userId)
      expect(await codeOfAnswer(message)).toBe('reauth_required')
      const signedIn = await core.signInWithPassword(ada, bearer(ada.token))
      const { session_token: token } = signedIn.response.json<SignedIn>()
      expect(await codeOfAnswer(withHeaders(message, bearer(token)))).toBe('reauth_required')

      const { wire, confirm, ...person } = confirmingWith(core.newWiredDevice(), byPassword(ada))
      const again = withToken({ wire, ...person })
      await again.device.signIn(ada)
      await confirm({ act: 'add_passkey' })
      expect(await codeOfAnswer(withHeaders(message, bearer(again.token)))).toBe('reauth_required')
      await confirm({ act: 'replace_recovery_key' })
      const done = await core.app.inject(withHeaders(message, bearer(again.token)))
      expect(done.statusCode).toBe(200)
      const { session_token: next } = done.json<MethodsChanged>().signed_in
      expect(await codeOfAnswer(withHeaders(message, bearer(next)))).toBe('reauth_required')
    })

    test('is confirmed for one thing: not for another method, nor for two things at once', async () => {
      const ada = await core.newPerson()
      const { methods } = await change(ada, () => addPasskey(ada, newAuthenticator()))
      const removal = await prepareChange(ada, () => ada.device.removeMethod({ unlockId: ada.signedIn.unlock.id }))
      const remove = [passkeyOf(methods)]
      expect(await codeOfAnswer(changedMessage(removal, { remove }))).toBe('reauth_required')
      const both = await prepareChange(ada, () => replaceRecoveryKey(ada))
      expect(await codeOfAnswer(changedMessage(both, { remove: [...both.payload.remove, ...remove] }))).toBe(
        'reauth_required',
      )
      expect(await codeOfAnswer(changedMessage(both, { recovery: undefined, remove: [] }))).toBe('reauth_required')
      expect(await core.fetchMethods(ada)).toHaveLength(3)
    })

    type Unlock = Record<string, unknown>
    type Prepared = Awaited<ReturnType<typeof prepareChange>>
    const addition = (ada: PasswordPerson) => prepareChange(ada, () => addPasskey(ada, newAuthenticator()))

    /** An added passkey with a damaged unlock record. */
    const damaged = (damage: (unlock: Unlock, ada: PasswordPerson) => Unlock) => async (ada: PasswordPerson) => {
      const message = await addition(ada)
      const { add } = message.payload
      return changedMessage(message, { add: { ...add, unlock: damage({ ...add?.unlock }, ada) } })
    }

    test.each<[string, (ada: PasswordPerson) => Promise<Message | Prepared>]>([
      ['with an unlock record of another vault', damaged((unlock) => ({ ...unlock, vault_id: 'A'.repeat(22) }))],
      ['with an unlock record of another account key', damaged((unlock) => ({ ...unlock, ak_gen: 2 }))],
      ['with an unlock record of another type', damaged((unlock) => ({ ...unlock, type: 'opaque', bind: 'pw1' }))],
      ['with an unlock record bound to another passkey', damaged((unlock) => ({ ...unlock, bind: 'A'.repeat(43) }))],
      [
        'with an unlock record of no canonical form',
        damaged((unlock) => ({ ...unlock, id: String(unlock['id']).toUpperCase() })),
      ],
      [
        'with a record in the place of one that stays',
        damaged((unlock, ada) => ({ ...unlock, id: ada.signedIn.unlock.id })),
      ],
      [
        'to more than twenty unlock methods',
        async (ada) => {
          await ada.confirm({ act: 'add_passkey' })
          await core.database.sql`
            insert into core.unlock_records (user_id, unlock_id, credential, record)
            select user_id, gen_random_uuid(), '', record || '{"type":"prf"}'
              from core.unlock_records, generate_series(1, 18)
             where user_id = ${ada.userId} and record ->> 'type' = 'opaque'`
          return addition(ada)
        },
      ],
      [
        'that slips in another account key',
        async (ada) => {
          const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
          const { commit } = message.payload
          return changedMessage(message, { commit: { ...commit, head: { ...commit.head, ak_gen: 2 } } })
        },
      ],
      [
        'that removes the recovery key without another in its place',
        async (ada) => {
          const recovery = (await core.fetchMethods(ada)).find(({ type }) => type === 'recovery')
          return prepareChange(ada, () => ada.device.removeMethod({ unlockId: recovery!.unlock_id }))
        },
      ],
    ])('%s is refused', async (_case, prepare) => {
      expect(refusalOf(await core.app.inject(await prepare(await core.newPerson())))).toEqual([422, 'invalid_vault'])
    })

    test('answers the entity tag of the next one, and the session that goes on', async () => {
      const ada = await core.newPerson()
      const message = await prepareChange(ada, () => replaceRecoveryKey(ada))
      const response = await core.app.inject(message)
      const { gen, signed_in } = response.json<MethodsChanged>()
      expect(gen).toBe(2)
      // A change is no proof of who makes it: the gesture was.
      const confirmed = ada.wire.answerTo('/api/session/password/finish/').json<SignedIn>()
      expect(signed_in.session.auth_time).toBe(confirmed.session.auth_time)
      const vault = await core.get('/api/vault/', signed_in.session_token)
      expect(vault.headers.etag).toBe(response.headers.etag)
    })
  })
})

function passkeyOf(methods: MethodsChanged['methods']): string {
  return methods.find(({ type }) => type === 'passkey')!.unlock_id
}

test('a step of a change takes its transaction, and nothing by which it could write outside of that', () => {
  expectTypeOf(storeCommit).parameter(0).toEqualTypeOf<Transaction>()
  expectTypeOf(addMethod).parameter(0).toEqualTypeOf<Transaction>()
  expectTypeOf(addMethod).parameter(1).not.toHaveProperty('sql')
})
