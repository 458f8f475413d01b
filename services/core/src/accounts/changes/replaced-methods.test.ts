import type { MethodsChanged, SignedIn } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addPasskey, change, changedBy, prepareChange, replaceRecoveryKey } from '../../../test/account.ts'
import { startCore } from '../../../test/core-under-test.ts'
import {
  bearer,
  changed as changedMessage,
  gestureOf,
  newAuthenticator,
  PASSWORD as password,
  refusalOf,
  type WiredDevice,
  withHeaders,
} from '../../../test/person.ts'

const newPassword = 'an altogether different one'
const core = startBeforeAll(() => startCore())

describe('a new password', () => {
  test('takes the place of the old one, and every other session ends', async () => {
    const ada = await core.newPerson()
    const other = (await core.signInWithPassword(ada)).response.json<SignedIn>()
    const changed = await change(ada, () => ada.device.changePassword({ password: newPassword }))
    expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['password', 'recovery'])
    expect([await core.sessionStatus(tokenSentBy(ada)), await core.sessionStatus(other.session_token)]).toEqual([
      401, 401,
    ])
    expect(await core.sessionStatus(changed.signed_in.session_token)).toBe(200)
    expect(changed.signed_in).toMatchObject({
      session: { session_id: ada.signedIn.session.session_id, scope: 'full' },
      unlock: { id: changed.methods.find(({ type }) => type === 'password')?.unlock_id },
    })
    expect(changed.signed_in.unlock.id).not.toBe(ada.signedIn.unlock.id)
    expect((await core.signInWithPassword(ada)).response.statusCode).toBe(401)
    const { memory } = await core.newWiredDevice().device.signIn({ login: ada.login, password: newPassword })
    expect(memory.gen).toBe(2)
    expect(await core.eventsOf(changed.signed_in.session_token)).toContain('password_changed password')
  })

  test('needs a gesture that names it: one for another name does not change the password', async () => {
    const ada = await core.newPerson()
    const prepared = await prepareChange(ada, () => ada.device.changePassword({ password: newPassword }))
    await ada.confirm({ act: 'change_login_name' })
    expect(refusalOf(await core.app.inject(withHeaders(prepared, bearer(ada.token))))).toEqual([403, 'reauth_required'])
    await ada.confirm({ act: 'change_password' })
    expect((await core.app.inject(withHeaders(prepared, bearer(ada.token)))).statusCode).toBe(200)
  })

  test('ends a sign-in that began with the old one', async () => {
    const ada = await core.newPerson()
    const { finish, isRight } = await core.startSignIn(ada)
    expect(isRight).toBe(true)
    await ada.device.changePassword({ password: newPassword })
    expect((await core.finishSignIn(finish)).statusCode).toBe(401)
  })

  test('is not opened by a sign-in that began under the old one, however close they come', async () => {
    const ada = await core.newPerson()
    const { finish } = await core.startSignIn(ada)
    const { sql } = core.database
    await sql`create table core.set_aside as select * from core.logins where login_id = ${finish.login_id}`
    await ada.device.changePassword({ password: newPassword })
    // As if its second message had been read just before the change ended it.
    await sql`insert into core.logins select * from core.set_aside`
    await sql`drop table core.set_aside`
    expect(refusalOf(await core.finishSignIn(finish))).toEqual([401, 'invalid_session'])
  })

  test('under a new name frees the old one', async () => {
    const ada = await core.newPerson()
    const { login: oldName } = ada
    const newName = `${oldName}-renamed`
    const changed = await change(ada, () => ada.device.setPassword({ login: newName, password: newPassword }))
    const renamed = await core.signInWithPassword({ login: newName, password: newPassword })
    expect(renamed.response.statusCode).toBe(200)
    expect((await core.signInWithPassword({ login: oldName, password })).response.statusCode).toBe(401)
    expect(await core.eventsOf(changed.signed_in.session_token)).toContain('login_name_changed password')
    expect((await core.signUpWithPassword({ login: oldName, password })).userId).not.toBe(ada.userId)
  })

  test('under a name that is taken is refused, and the old one stays', async () => {
    const { login: taken } = await core.newPerson()
    const ada = await core.newPerson()
    const work = () => ada.device.setPassword({ login: taken, password: newPassword })
    const response = await core.app.inject(await prepareChange(ada, work))
    expect(refusalOf(response)).toEqual([409, 'login_taken'])
    expect((await core.signInWithPassword(ada)).response.statusCode).toBe(200)
  })

  test('under another account’s name counts as a stranger’s guess: accounts bring no guesses of their own', async () => {
    const victim = await core.newPerson()
    const starts: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const stranger = await core.signUpWithPasskey()
      await prepareChange(stranger, () => stranger.device.setPassword(victim)).catch(() => undefined)
      starts.push(stranger.wire.answerTo('/api/account/methods/password/start/').statusCode)
    }
    expect(starts).toEqual([200, 200, 200, 200, 200, 429])
    // Nor can they keep its owner from changing the password.
    const { device } = victim
    expect(await prepareChange(victim, () => device.changePassword({ password: newPassword }))).toBeDefined()
  })

  test('needs a name where there was none, and then signs in beside the passkey', async () => {
    const ada = await core.signUpWithPasskey()
    await ada.confirm({ act: 'set_password' })
    const start = { registration_request: 'A'.repeat(43) }
    const nameless = await core.post('/api/account/methods/password/start/', start, bearer(ada.token))
    expect(refusalOf(nameless)).toEqual([400, 'invalid_request'])
    const name = `named-${ada.userId}`
    const changed = await change(ada, () => ada.device.setPassword({ login: name, password }))
    expect((await core.signInWithPassword({ login: name, password })).response.statusCode).toBe(200)
    expect((await core.signInWithPasskey(ada.authenticator)).statusCode).toBe(200)
    expect(await core.eventsOf(changed.signed_in.session_token)).toContain('method_added password')
  })
})

describe('removing', () => {
  test('ends the method: a removed passkey opens nothing any more', async () => {
    const ada = await core.newPerson()
    const authenticator = newAuthenticator()
    const unlockId = passkeyOf((await change(ada, () => addPasskey(ada, authenticator))).methods)
    const changed = await change(ada, () => ada.device.removeMethod({ unlockId }))
    expect(changed.methods.map(({ type }) => type).toSorted()).toEqual(['password', 'recovery'])
    expect((await core.signInWithPasskey(authenticator)).statusCode).toBe(401)
    expect(await core.eventsOf(changed.signed_in.session_token)).toContain('method_removed passkey')
  })

  test('the method that the session was signed in by hands over another record', async () => {
    const ada = await core.newPerson()
    const { methods } = await change(ada, () => addPasskey(ada, newAuthenticator()))
    const changed = await change(ada, () => ada.device.removeMethod({ unlockId: ada.signedIn.unlock.id }))
    expect(changed.signed_in.unlock).toMatchObject({ type: 'prf', id: passkeyOf(methods) })
  })

  test('the last method is refused', async () => {
    const ada = await core.newPerson()
    const work = () => ada.device.removeMethod({ unlockId: ada.signedIn.unlock.id })
    expect(refusalOf(await core.app.inject(await prepareChange(ada, work)))).toEqual([409, 'last_method'])
    expect(await core.sessionStatus(ada.token)).toBe(200)
  })
})

describe('a new recovery key', () => {
  test('takes the place of the old one at once', async () => {
    const ada = await core.newPerson()
    const renewed = await replaceRecoveryKey(ada)
    const refused = await core.app.inject(await core.prepareRecovery(ada))
    expect(refused.statusCode).toBe(401)
    expect((await core.recover(renewed)).userId).toBe(ada.userId)
    expect(await core.eventsOf(changedBy(ada).signed_in.session_token)).toContain('recovery_key_replaced recovery')
  })

  test('that another account has is refused', async () => {
    const ada = await core.newPerson()
    const eve = await core.newPerson()
    const { rec_id } = (await core.prepareRecovery(ada)).payload
    const message = await prepareChange(eve, () => replaceRecoveryKey(eve))
    const recovery = { ...message.payload.recovery, rec_id }
    expect(refusalOf(await core.app.inject(changedMessage(message, { recovery })))).toEqual([422, 'invalid_vault'])
  })
})

describe('a session from a recovery key', () => {
  test('sets up a new password and a new key together, and a full session takes its place', async () => {
    const ada = await core.newPerson()
    const recovered = await core.recover(ada)
    const changed = await change(recovered, () => recovered.device.recoverByPassword({ password: newPassword }))
    expect(changed.signed_in.session.scope).toBe('full')
    expect([await core.sessionStatus(tokenSentBy(recovered)), await core.sessionStatus(ada.token)]).toEqual([401, 401])
    expect(await core.sessionStatus(changed.signed_in.session_token)).toBe(200)
    expect((await core.signInWithPassword(ada)).response.statusCode).toBe(401)
    expect((await core.signInWithPassword({ login: ada.login, password: newPassword })).response.statusCode).toBe(200)
    expect((await core.recover(recovered.next)).profile.memory.vault_id).toBe(ada.signedIn.vault_id)
  })

  test('may add a passkey instead, and remove what was lost', async () => {
    const ada = await core.newPerson()
    const recovered = await core.recover(ada)
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
    const ada = await core.newPerson()
    const recovered = await core.recover(ada)
    const work = () => recovered.device.recoverByPassword({ password: newPassword })
    const { payload, ...message } = await prepareChange(recovered, work)
    const { commit, add, recovery } = payload
    const part = { commit, remove: [], ...(adds && { add }), ...(replaceRecovery && { recovery }) }
    const response = await core.app.inject({ ...message, payload: part })
    expect(refusalOf(response)).toEqual([422, 'invalid_vault'])
    expect(response.json().error).toContain('and a new recovery key together.')
    expect((await core.signInWithPassword(ada)).response.statusCode).toBe(200)
  })
})

function passkeyOf(methods: MethodsChanged['methods']): string {
  return methods.find(({ type }) => type === 'passkey')!.unlock_id
}

/** The token that a device had when it sent its last message. */
function tokenSentBy({ wire }: WiredDevice): string {
  return wire.exchanges.at(-1)?.message.headers['authorization']?.replace('Bearer ', '') ?? ''
}
