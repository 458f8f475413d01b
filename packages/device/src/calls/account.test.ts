import { codeOf } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callsSince,
  newDevice,
  newPasskey,
  outputOf,
  registrationOf,
  signInByPasskey,
  signUpByPasskey,
} from '../testing/device.ts'
import { type FakeCore, startFakeCore } from '../testing/fake-core.ts'

let core: FakeCore
beforeAll(async () => {
  core = await startFakeCore()
})
afterAll(() => core.close())

const approval = { clientId: 'books', host: 'books.example', encryptionKey: undefined, appName: 'Books', scopes: [] }

describe('a sign-up by passkey', () => {
  test('asks core and the authenticator for nothing before the recovery key is kept', async () => {
    const before = core.seen.length
    const device = newDevice(core)
    await device.preparePasskeyAccount({})
    expect(core.seen.length).toBe(before)
    expect(await codeOf(newDevice(core).startPasskeySignUp({}))).toBe('locked')
  })

  test('is begun again with the same recovery key when the person cancelled the passkey', async () => {
    const device = newDevice(core)
    const { recoveryKey } = await device.preparePasskeyAccount({})
    await device.startPasskeySignUp({})
    await device.startPasskeySignUp({})
    const passkey = newPasskey()
    const profile = await device.finishPasskeySignUp({ response: registrationOf(passkey), prf: outputOf(passkey) })
    expect(profile).toMatchObject({ method: 'passkey', scope: 'full', values: {}, isFirstUse: false })
    const rescue = await newDevice(core).signInByRecoveryKey({ recoveryKey })
    expect(rescue.userId).toBe(profile.userId)
  })

  test('whose answer was lost is gone on with by signing in', async () => {
    const device = newDevice(core)
    await device.preparePasskeyAccount({})
    await device.startPasskeySignUp({})
    const passkey = newPasskey()
    core.once.set('POST /api/account/register/passkey/finish/', 'lost')
    const created = device.finishPasskeySignUp({ response: registrationOf(passkey), prf: outputOf(passkey) })
    expect(await codeOf(created)).toBe('offline')
    expect(await signInByPasskey(device, passkey)).toMatchObject({ values: {} })
  })

  test('sends neither the output of the passkey nor the recovery key, in any form', async () => {
    const before = core.seen.length
    const { device, passkey, recoveryKey } = await signUpByPasskey(core)
    await device.saveProfile({ values: { name: 'Ada' } })
    const sent = JSON.stringify(core.seen.slice(before))
    const secret = Buffer.from(outputOf(passkey))
    const forms = (['hex', 'base64', 'base64url', 'latin1'] as const).map((encoding) => secret.toString(encoding))
    for (const form of [...forms, JSON.stringify([...secret]), recoveryKey, recoveryKey.replaceAll('-', '')]) {
      expect(sent).not.toContain(form)
    }
  })
})

describe('the activity', () => {
  test('is read page by page, and each entry has a receipt that only its owner can check', async () => {
    const { device } = await signUpByPasskey(core)
    for (const id of ['r1', 'r2', 'r3', 'r4']) await device.approve({ ...approval, id, claims: {} })
    const first = await device.readActivity({})
    const second = await device.readActivity({ cursor: first.next })
    expect([...first.events, ...second.events].map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
    expect(second.next).toBeUndefined()

    const { text } = await device.receipt({ seq: 4 })
    expect(await device.checkReceipt({ text })).toEqual(first.events[0])
    expect(await codeOf(device.checkReceipt({ text: text.replace('Books', 'Bank') }))).toBe('tampered')
    expect(await codeOf(device.checkReceipt({ text: 'not a receipt' }))).toBe('malformed')
    const { device: stranger } = await signUpByPasskey(core)
    expect(await codeOf(stranger.checkReceipt({ text }))).toBe('tampered')
  })

  test('says which app was disconnected, and that it cannot be written does not hide that it was', async () => {
    const { device } = await signUpByPasskey(core)
    const before = core.seen.length
    await device.revokeGrant({ grantId: 'g/1', clientId: 'books' })
    expect(callsSince(core, before)).toEqual(['DELETE /api/account/grants/g%2F1/', 'POST /api/vault/commits/'])
    expect((await device.readActivity({})).events[0]?.event).toMatchObject({ type: 'app_revoked', client_id: 'books' })
    core.once.set('POST /api/vault/commits/', { status: 503, body: { code: 'service_unavailable' } })
    expect(await device.revokeGrant({ grantId: 'g2', clientId: 'books' })).toBeNull()
  })
})

describe('what the server tells', () => {
  const session = {
    session_id: 's1',
    scope: 'full',
    method: null,
    created_at: 'a',
    auth_time: 'b',
    last_seen_at: 'c',
    idle_expires_at: 'd',
    absolute_expires_at: 'e',
    user_agent: 'Firefox on Linux',
    network: '',
    is_current: true,
  }
  const event = { event_id: 'e1', type: 'signed_in', at: 'a', method: 'passkey', user_agent: '', network: '' }
  const grant = {
    grant_id: 'g1',
    client: { client_id: 'books', name: 'Books', logo: '', description: '' },
    scopes: ['openid'],
    created_at: 'a',
    last_used_at: 'b',
  }

  test('of sessions, events and apps is passed on field by field', async () => {
    const { device } = await signUpByPasskey(core)
    core.lies.set('GET /api/sessions/', () => ({ sessions: [{ ...session, more: 'is dropped' }] }))
    core.lies.set('GET /api/account/events/?cursor=e0', () => ({ events: [event], next_cursor: null }))
    core.lies.set('GET /api/account/grants/', () => ({ grants: [{ ...grant, more: 'is dropped' }] }))
    expect(await device.listSessions({})).toEqual([session])
    expect(await device.listEvents({ cursor: 'e0' })).toEqual({ events: [event], next_cursor: null })
    expect(await device.listGrants({})).toEqual([grant])
  })

  test.each([
    ['a session without a scope', { sessions: [{ ...session, scope: 'other' }] }],
    ['a session that is neither this one nor another', { sessions: [{ ...session, is_current: 'yes' }] }],
    ['no list', {}],
  ])('is not believed: %s', async (_case, answer) => {
    const { device } = await signUpByPasskey(core)
    core.lies.set('GET /api/sessions/', () => answer)
    expect(await codeOf(device.listSessions({}))).toBe('unexpected_answer')
  })

  test('sessions are ended by their id, or all others at once', async () => {
    const { device } = await signUpByPasskey(core)
    const before = core.seen.length
    await device.endSession({ sessionId: 's1' })
    await device.endOtherSessions({ apps: false })
    await device.endOtherSessions({ apps: true })
    expect(callsSince(core, before)).toEqual([
      'DELETE /api/sessions/s1/',
      'DELETE /api/sessions/',
      'DELETE /api/sessions/?apps=true',
    ])
  })
})

describe('an account', () => {
  test('is exported, and once deleted nothing of it is open here', async () => {
    const { device, passkey } = await signUpByPasskey(core)
    expect(JSON.parse((await device.exportAccount({})).text)).toEqual({ user_id: 'x' })
    await device.deleteAccount({})
    expect(await codeOf(device.refresh({}))).toBe('locked')
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe('invalid_credentials')
  })

  test('is changed by one call after the other, however they come in', async () => {
    const { device } = await signUpByPasskey(core)
    const names = ['a', 'b', 'c', 'd']
    await Promise.all(names.map((name) => device.saveProfile({ values: { [name]: name } })))
    expect((await device.refresh({})).values).toEqual({ a: 'a', b: 'b', c: 'c', d: 'd' })
  })
})
