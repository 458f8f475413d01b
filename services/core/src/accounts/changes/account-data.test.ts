import { AccountExport, type SignedIn } from '@countersign/contracts'
import { byPassword, ENGINES, startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPasskey, openSnapshot, prepareChange, prepareLogged, replaceRecoveryKey } from '../../../test/account.ts'
import { dumpDatabase, passFiveMinutes, startCore } from '../../../test/core-under-test.ts'
import {
  bearer,
  confirmingWith,
  newAuthenticator,
  type PasswordPerson,
  PASSWORD as password,
  withToken,
} from '../../../test/person.ts'
import { allowApp } from '../../../test/provider-under-test.ts'

const ERASE = '/api/auth/internal/people/erase/'

describe.each(ENGINES)('stored data of a user on the %s database', (engine) => {
  const core = startBeforeAll(() => startCore(engine))
  let ada: PasswordPerson
  let people = 0

  beforeEach(async () => {
    core.provider.lie = undefined
    core.provider.received.length = 0
    people += 1
    ada = await newPerson(`person-${people}`)
  })

  const newPerson = (login: string) => core.signUpWithPassword({ login, password })

  async function withPasskey(person: PasswordPerson) {
    const authenticator = newAuthenticator()
    await addPasskey(person, authenticator)
    return authenticator
  }

  const asked = () => core.provider.received.map(({ path }) => path)

  const sendDeletion = (token: string, payload: object = { confirm: 'delete' }) =>
    core.app.inject({ method: 'POST', url: '/api/account/delete/', headers: bearer(token), payload })

  async function deleteAccount(person: PasswordPerson, payload?: object) {
    await person.confirm({ act: 'delete_account' })
    return sendDeletion(person.token, payload)
  }

  const exportAccount = (token: string) => core.get('/api/account/export/', token)

  /** Opens another session of the user, with the step-up that deleting the account requires. */
  async function signInToLeave(person: PasswordPerson) {
    const leaving = confirmingWith(core.newWiredDevice(), byPassword(person))
    await leaving.device.signIn(person)
    await leaving.confirm({ act: 'delete_account' })
    return withToken(leaving)
  }

  describe('an export', () => {
    test('is everything: the vault as it can be opened, log, methods, sessions and events', async () => {
      const grace = await core.signUpWithVault()
      const { commit, etag, next } = await prepareLogged(grace.vault, 20)
      expect((await core.sendCommit(grace, commit, etag)).statusCode).toBe(200)
      await grace.device.setPassword({ login: `grace-${people}`, password })
      await grace.confirm({ act: 'export_account' })
      const response = await exportAccount(grace.token)
      expect(response.statusCode, response.body).toBe(200)
      const document = response.json<AccountExport>()
      expect(Object.keys(document).toSorted()).toEqual(Object.keys(AccountExport.properties).toSorted())
      expect((await openSnapshot(document.vault, grace)).vaultId).toBe(grace.vault.vaultId)
      const heads = [grace.vault, next, await openSnapshot(document.vault, grace)].map(({ memory }) => memory.hash)
      expect(document.heads).toEqual({ from: 1, hashes: heads })
      // The last is the device's own, about the password.
      expect(document.activity.slice(1)).toEqual(commit.activity.toReversed())
      expect(document.activity.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index))
      expect(document.methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'password', 'recovery'])
      expect(document.sessions.map(({ is_current }) => is_current)).toEqual([true])
      expect(document.events.map(({ type }) => type)).toEqual([
        'account_exported',
        'signed_in',
        'method_added',
        'signed_in',
        'signed_up',
      ])
    })

    test('is for whom it is, with a full session that was confirmed for it lately, once', async () => {
      expect((await exportAccount((await core.recover(ada)).token)).json().code).toBe('insufficient_session')
      await ada.confirm({ act: 'export_account' })
      await passFiveMinutes(core.database.sql, ada.userId)
      expect((await exportAccount(ada.token)).json().code).toBe('reauth_required')
      await ada.confirm({ act: 'export_account' })
      expect((await exportAccount(ada.token)).statusCode).toBe(200)
      expect((await exportAccount(ada.token)).json().code).toBe('reauth_required')
    })
  })

  describe('a deletion', () => {
    test('leaves no row, here or at the provider, that names the person, vault, login or a credential', async () => {
      const bystander = await newPerson(`bystander-${people}`)
      const [identifier] = await core.database.sql<{ credential_identifier: string }>`
        select credential_identifier from core.passwords where user_id = ${ada.userId}`
      const authenticator = await withPasskey(ada)
      await ada.device.saveProfile({ values: { email: 'ada@example.org' } })
      // Everything that can be half-done is left so.
      await core.startSignIn({ login: ada.login, password })
      await core.prepareSignUp({ login: ada.login, password })
      await ada.device.startPasskeyAddition({})
      await prepareChange(ada, () => ada.device.setPassword({ login: `${ada.login}-wanted`, password }))
      await core.signInWithPasskey(authenticator)
      // An approved, a pending and a refused request.
      await allowApp(core.provider, ada.userId)
      await allowApp(core.provider, bystander.userId)
      const provider = await core.provider.real()
      for (const end of ['', 'deny/']) {
        const url = `/api/internal/oauth/requests/${await provider.startRequest()}/${end}`
        const method = end === '' ? 'GET' : 'POST'
        expect((await core.app.inject({ method, url, headers: bearer(ada.token) })).statusCode).toBe(200)
      }
      await provider.app.auditTrail.flush()
      const traces = [ada.userId, ada.signedIn.vault_id, identifier!.credential_identifier, authenticator.credentialId]
      const before = await dumpDatabase(core.database)
      for (const trace of traces) expect(before).toContain(trace)

      const response = await deleteAccount(ada)
      expect([response.statusCode, response.body]).toEqual([204, ''])
      expect(asked().at(-1)).toBe(ERASE)
      await provider.app.auditTrail.flush()
      const after = await dumpDatabase(core.database)
      for (const trace of traces) expect(after).not.toContain(trace)
      expect(after).toContain(bystander.userId)
      const logged = core.log().split('\n')
      expect(logged.find((line) => line.includes('"account_deleted"'))).not.toContain(ada.userId)
    })

    test('refuses its sessions, password, passkey and recovery key, and frees its name', async () => {
      const other = (await core.signInWithPassword({ login: ada.login, password })).response.json<SignedIn>()
      const authenticator = await withPasskey(ada)
      expect((await deleteAccount(ada)).statusCode).toBe(204)
      for (const each of [ada.token, ada.signedIn.session_token, other.session_token]) {
        expect((await core.get('/api/vault/', each)).statusCode).toBe(401)
      }
      expect((await sendDeletion(ada.token)).statusCode).toBe(401)
      expect((await core.signInWithPassword({ login: ada.login, password })).response.statusCode).toBe(401)
      expect((await core.signInWithPasskey(authenticator)).statusCode).toBe(401)
      await expect(core.recover(ada)).rejects.toThrow()
      expect((await newPerson(ada.login)).userId).not.toBe(ada.userId)
    })

    test('is decided by the person, with a full session that was confirmed for it lately', async () => {
      for (const body of [{}, { confirm: true }, { confirm: 'delete', more: 1 }]) {
        expect((await deleteAccount(ada, body)).statusCode).toBe(400)
      }
      expect((await sendDeletion((await core.recover(ada)).token)).json().code).toBe('insufficient_session')
      await passFiveMinutes(core.database.sql, ada.userId)
      expect((await sendDeletion(ada.token)).json().code).toBe('reauth_required')
      expect((await core.get('/api/vault/', ada.token)).statusCode).toBe(200)
    })

    test('cannot be undone by a request under way', async () => {
      // The embedded database has one connection.
      for (let round = engine === 'postgresql' ? 0 : 4; round < 5; round += 1) {
        people += 1
        const person = await newPerson(`person-${people}`)
        const authenticator = await withPasskey(person)
        const commit = await person.wire.withhold('/api/vault/commits/', () =>
          person.device.saveProfile({ values: { email: 'ada@example.org' } }),
        )
        const methods = await prepareChange(person, () => replaceRecoveryKey(person))
        const passkey = await core.preparePasskeySignIn(authenticator)
        const { token } = await signInToLeave(person)
        const [deleted, ...others] = await Promise.all([
          sendDeletion(token),
          core.app.inject(commit),
          core.app.inject(methods),
          core.app.inject({ method: 'POST', url: '/api/session/passkey/finish/', payload: passkey }),
          core.signInWithPassword(person).then(({ response }) => response),
          core.app.inject({ method: 'DELETE', url: '/api/sessions/', headers: bearer(token) }),
          exportAccount(token),
        ])
        // If the method change won the race, it has revoked this session and its intent.
        expect([204, 401, 403]).toContain(deleted.statusCode)
        for (const { statusCode, body } of others) expect(statusCode, body).toBeLessThan(500)
        if (deleted.statusCode !== 204) continue
        const dump = await dumpDatabase(core.database)
        expect(dump).not.toContain(person.userId)
        expect(dump).not.toContain(person.signedIn.vault_id)
      }
    })
  })
})
