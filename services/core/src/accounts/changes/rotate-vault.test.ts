import type { MethodsChanged, SignedIn, VaultRotationRequest } from '@countersign/contracts'
import { byPasskey, startBeforeAll } from '@countersign/testing'
import { newItemId } from '@countersign/vault'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPasskey, rotate, rotated, withholdRotation } from '../../../test/account.ts'
import { fixture, passFiveMinutes, startCore } from '../../../test/core-under-test.ts'
import { bearer, newAuthenticator, PASSWORD as password, refusalOf, withHeaders } from '../../../test/person.ts'

describe('a new account key', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeEach, () => core.newPerson())

  test('takes everything along: items, log, the password that is given and a new recovery key', async () => {
    await ada.device.saveProfile({ values: { email: 'kept' } })
    const renewed = await rotate(ada)
    const { gen, methods, signed_in } = rotated(ada)
    const sent = ada.wire.exchanges.at(-1)?.message.payload
    expect([gen, methods.map(({ type }) => type).toSorted()]).toEqual([3, ['password', 'recovery']])
    expect(signed_in.unlock).toMatchObject({ type: 'opaque', ak_gen: 2 })

    const again = await core.newWiredDevice().device.signIn({ login: ada.login, password })
    expect(again.claims.map(({ value }) => value)).toEqual(['kept'])
    expect((await core.recover(renewed)).profile.claims).toHaveLength(1)
    const log = await core.get('/api/vault/activity/', signed_in.session_token)
    expect({ activity: log.json().entries.toReversed() }).toEqual({ activity: (sent as VaultRotationRequest).activity })
  })

  test('ends every other session, the old token and the old recovery key', async () => {
    const other = (await core.signInWithPassword({ login: ada.login, password })).response.json<SignedIn>()
    const { signed_in } = (await core.app.inject(await withholdRotation(ada))).json<MethodsChanged>()
    const tokens = [ada.token, other.session_token, signed_in.session_token]
    const statuses = await Promise.all(tokens.map((token) => core.sessionStatus(token)))
    expect(statuses).toEqual([401, 401, 200])
    await expect(core.recover(ada)).rejects.toThrow()
    expect(await core.eventsOf(signed_in.session_token)).toContain('account_key_rotated')
  })

  test('ends the methods that it leaves out', async () => {
    const [kept, dropped] = [newAuthenticator(), newAuthenticator()]
    for (const authenticator of [dropped, kept]) await addPasskey(ada, authenticator)
    await byPasskey(kept)(ada.device, { act: 'rotate_account_key' })
    await rotate(ada)
    const { signed_in, methods } = rotated(ada)
    expect(methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'recovery'])
    expect(signed_in.unlock).toMatchObject({ type: 'prf', bind: kept.credentialId })
    expect((await core.signInWithPasskey(kept)).statusCode).toBe(200)
    expect((await core.signInWithPasskey(dropped)).statusCode).toBe(401)
    expect((await core.signInWithPassword({ login: ada.login, password })).response.statusCode).toBe(401)
    const events = await core.eventsOf(signed_in.session_token)
    const removed = events.filter((event) => event.startsWith('method_removed'))
    expect(new Set(removed)).toEqual(new Set(['method_removed passkey', 'method_removed password']))
  })

  test('takes another password along, confirmed as one thing and refused under any other intent', async () => {
    const next = 'a violet kettle that no one knows'
    await ada.device.prepareRecoveryKey({})
    const work = () => ada.device.rotateAccountKey({ password: next })
    const rotation = await ada.wire.withhold<VaultRotationRequest>('/api/vault/rotate/', work)
    const { password: _, ...without } = rotation.payload
    expect((await core.app.inject({ ...rotation, payload: without })).json().code).toBe('reauth_required')
    await ada.confirm({ act: 'rotate_account_key' })
    expect((await core.app.inject(withHeaders(rotation, bearer(ada.token)))).json().code).toBe('reauth_required')
    await ada.confirm({ act: 'change_password_and_account_key' })
    const done = await core.app.inject(withHeaders(rotation, bearer(ada.token)))
    expect(done.statusCode, done.body).toBe(200)
    const { signed_in } = done.json<MethodsChanged>()
    expect(signed_in.unlock).toMatchObject({ type: 'opaque', ak_gen: 2 })
    expect((await core.signInWithPassword({ login: ada.login, password: next })).response.statusCode).toBe(200)
    expect((await core.signInWithPassword({ login: ada.login, password })).response.statusCode).toBe(401)
    const events = (await core.eventsOf(signed_in.session_token)).filter((event) => !event.startsWith('signed_in'))
    expect(events).toEqual(['password_changed password', 'account_key_rotated', 'signed_up password'])
  })

  test.each<[string, (body: VaultRotationRequest) => object]>([
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
    const rotation = await withholdRotation(ada)
    const response = await core.app.inject({ ...rotation, payload: damage(rotation.payload) })
    expect(refusalOf(response)).toEqual([422, 'invalid_vault'])
    expect((await core.get('/api/vault/', ada.token)).headers.etag).toBe(rotation.headers['if-match'])
    expect((await core.fetchMethods(ada)).map(({ unlock_id }) => unlock_id)).toContain(ada.signedIn.unlock.id)
  })

  test('needs If-Match, and of two at once one finds that the vault has changed, or its token', async () => {
    const prepared = [await withholdRotation(ada), await withholdRotation(ada)] as const
    const { 'if-match': _, ...headers } = prepared[0].headers
    expect((await core.app.inject({ ...prepared[0], headers })).statusCode).toBe(428)
    const responses = await Promise.all(prepared.map((each) => core.app.inject(each)))
    const [done, refused] = responses.toSorted((left, right) => left.statusCode - right.statusCode)
    expect(done?.statusCode).toBe(200)
    expect(['stale_vault', 'invalid_session']).toContain(refused?.json().code)
  })

  test('is not for a session from a recovery key, nor for one that was not confirmed for it lately', async () => {
    const recovered = await core.recover(ada)
    const rotation = await withholdRotation(ada)
    const refused = await core.app.inject(withHeaders(rotation, bearer(recovered.token)))
    expect(refused.json().code).toBe('insufficient_session')
    await passFiveMinutes(core.database.sql, ada.userId)
    expect((await core.app.inject(rotation)).json().code).toBe('reauth_required')
    await ada.confirm({ act: 'replace_recovery_key' })
    expect((await core.app.inject(withHeaders(rotation, bearer(ada.token)))).json().code).toBe('reauth_required')
  })
})

function withKey(body: VaultRotationRequest, ak_gen: number) {
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

function withRecord(body: VaultRotationRequest, changes: object) {
  return { ...body, unlock: body.unlock.map((record, index) => (index === 0 ? { ...record, ...changes } : record)) }
}
