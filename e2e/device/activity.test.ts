import type { GrantTerms } from '@countersign/contracts'
import { createMemoryStorage, type Device } from '@countersign/device'
import { codeOf, createAuthenticator, newDevice, prfOutputOf, signInByPasskey, signUp } from '@countersign/testing'
import type { ActivityEntry } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../support/approval.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { relyingApp } from '../support/start-flow.ts'
import { openAnother, outcomeOf } from './devices.ts'

const core = useLyingCore()

const COMMIT = 'POST /api/vault/commits/'

describe('a sign-up by passkey', () => {
  test('fails if none was begun, and after its end', async () => {
    const passkey = createAuthenticator(core)
    const { options } = await newDevice(core).startPasskeySignUp({})
    const made = { response: passkey.create(options), prf: prfOutputOf(passkey) }
    expect(await codeOf(newDevice(core).finishPasskeySignUp(made))).toBe('locked')
    const device = newDevice(core)
    const asked = await device.startPasskeySignUp({})
    const answer = { response: passkey.create(asked.options), prf: prfOutputOf(passkey) }
    await device.finishPasskeySignUp(answer)
    expect(await codeOf(device.finishPasskeySignUp(answer))).toBe('locked')
  })

  test('is begun again when the person cancelled the passkey', async () => {
    const device = newDevice(core)
    await device.startPasskeySignUp({})
    const { options } = await device.startPasskeySignUp({})
    const passkey = createAuthenticator(core)
    const profile = await device.finishPasskeySignUp({ response: passkey.create(options), prf: prfOutputOf(passkey) })
    expect(profile).toMatchObject({ method: 'passkey', scope: 'full', values: {}, firstUse: undefined })
    const { recoveryKey } = await device.showRecoveryKey({})
    const rescue = await newDevice(core).signInByRecoveryKey({ recoveryKey })
    expect(rescue.userId).toBe(profile.userId)
  })

  test('continues by signing in after a lost answer', async () => {
    const device = newDevice(core)
    const { options } = await device.startPasskeySignUp({})
    const passkey = createAuthenticator(core)
    core.once.set('POST /api/account/register/passkey/finish/', 'lost')
    const created = device.finishPasskeySignUp({ response: passkey.create(options), prf: prfOutputOf(passkey) })
    expect(await codeOf(created)).toBe('offline')
    expect(await signInByPasskey(device, passkey)).toMatchObject({ values: {} })
  })
})

describe('the activity', () => {
  /** Lets the app in, which fetches its tokens. */
  async function grant(device: Device, terms?: GrantTerms): Promise<void> {
    const app = relyingApp(core.system)
    const { url, flow } = await app.beginSignIn()
    const { redirectUri, code, state } = await device.approve({
      ...(await approvalOf(core, device, url)),
      grant: terms,
    })
    const callback = new URLSearchParams({ code, state, iss: core.system.providerUrl })
    await app.finishSignIn(`${redirectUri}?${callback.toString()}`, flow)
  }

  test('is read page by page, and each entry has a receipt that only its owner can check', async () => {
    const { device } = await signUp(core)
    for (let count = 0; count < 4; count += 1) await device.approve(await approvalOf(core, device))
    const READ = 'GET /api/vault/activity/'
    core.lies.set(READ, ({ entries }: { entries: ActivityEntry[] }) => ({ entries: entries.slice(0, 3) }))
    const first = await device.readActivity({})
    core.lies.delete(READ)
    const second = await device.readActivity({ cursor: first.next })
    expect([...first.events, ...second.events].map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
    expect(second.next).toBeUndefined()

    const { text, ...shown } = await device.receipt({ seq: 4 })
    expect(shown).toEqual({ ...first.events[0], values: [] })
    expect(await device.checkReceipt({ text })).toEqual(shown)
    expect(await codeOf(device.checkReceipt({ text: text.replace('Demo App', 'Bank') }))).toBe('tampered')
    for (const none of ['not a receipt', 'null', '{}', '{"entry":{"seq":"4"}}']) {
      expect(await codeOf(device.checkReceipt({ text: none }))).toBe('malformed')
    }
    await device.readActivity({})
    expect(await codeOf(device.receipt({ seq: 5 }))).toBe('locked')
    const { device: stranger } = await signUp(core)
    expect(await codeOf(stranger.checkReceipt({ text }))).toBe('tampered')
  })

  test('is gone on with by another device of its owner, which gives receipts of what it has read', async () => {
    const { device, passkey } = await signUp(core)
    for (let count = 0; count < 3; count += 1) await device.approve(await approvalOf(core, device))
    const READ = 'GET /api/vault/activity/'
    core.lies.set(READ, ({ entries }: { entries: ActivityEntry[] }) => ({ entries: entries.slice(0, 1) }))
    const { next } = await device.readActivity({})
    core.lies.delete(READ)
    const phone = await openAnother(core, { passkey })
    const { events } = await phone.readActivity({ cursor: next })
    expect(events.map(({ seq }) => seq)).toEqual([2, 1])
    expect(await device.checkReceipt(await phone.receipt({ seq: 2 }))).toEqual({ ...events[0], values: [] })
    expect(await codeOf(phone.receipt({ seq: 3 }))).toBe('locked')
  })

  test('names a disconnected app, also when the entry cannot be written', async () => {
    const { device } = await signUp(core)
    const { clientId } = core.system.client
    for (const _ of [1, 2]) await grant(device)
    expect(await device.listGrants({})).toHaveLength(2)
    const before = core.seen.length
    // The vault's own name for the app counts, not the server's new one.
    await device.revokeApp({ clientId, name: 'Bank' })
    expect(callsSince(core, before)).toEqual([COMMIT, 'POST /api/account/grants/revoke/', COMMIT])
    const revoked = { type: 'app_revoked', client_id: clientId, name: 'Demo App' }
    const [first, second] = (await device.readActivity({})).events
    expect([first?.event, second?.event.type]).toEqual([expect.objectContaining(revoked), 'released'])
    expect(await device.listGrants({})).toEqual([])
    await grant(device, { ends_at: new Date(Date.now() + 2 * 24 * 3_600_000).toISOString() })
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    expect(await device.revokeApp({ clientId, name: 'Demo App' })).toBeNull()
    expect(await device.listGrants({})).toEqual([])
  })

  test('is not written for an app that was not disconnected; no address holds its identifier', async () => {
    const { device } = await signUp(core)
    expect(await outcomeOf(core, device.revokeApp({ clientId: 'bo ks&x=1', name: '' }))).toEqual([
      'invalid_request',
      'POST /api/account/grants/revoke/',
    ])
    expect(core.seen.at(-1)?.body).toEqual({ client_id: 'bo ks&x=1' })
  })
})

describe('an answer of core', () => {
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
  const event = {
    event_id: crypto.randomUUID(),
    type: 'signed_in',
    at: '2026-11-28T08:00:00Z',
    user_agent: '',
    network: '',
  }
  const grant = {
    grant_id: 'g1',
    client: { client_id: 'books', name: 'Books', logo: '', description: '' },
    scopes: ['openid'],
    created_at: 'a',
    last_used_at: 'b',
    access_expires_at: null,
    expires_at: 'c',
    ends_at: 'd',
  }

  test('of sessions, events and apps is passed on field by field', async () => {
    const { device } = await signUp(core)
    const answers = {
      'GET /api/sessions/': { sessions: [{ ...session, more: 'is dropped' }] },
      'GET /api/account/events/?cursor=e0': { events: [event], next_cursor: null },
      'GET /api/account/grants/': { grants: [{ ...grant, more: 'is dropped' }] },
    }
    for (const [call, body] of Object.entries(answers)) core.once.set(call, { status: 200, body })
    expect(await device.listSessions({})).toEqual([session])
    expect(await device.listEvents({ cursor: 'e0' })).toEqual({ events: [event], next_cursor: null })
    expect(await device.listGrants({})).toEqual([grant])
  })

  test.each([
    ['a session without a scope', { sessions: [{ ...session, scope: 'other' }] }],
    ['a session that is neither this one nor another', { sessions: [{ ...session, is_current: 'yes' }] }],
    ['no list', {}],
  ])('is not believed: %s', async (_case, answer) => {
    const { device } = await signUp(core)
    core.once.set('GET /api/sessions/', { status: 200, body: answer })
    expect(await codeOf(device.listSessions({}))).toBe('unexpected_answer')
  })

  test('sessions are ended by their id, or all others at once', async () => {
    const { device, passkey } = await signUp(core)
    const [phone, laptop] = [newDevice(core), newDevice(core)]
    await signInByPasskey(phone, passkey)
    const sessionId = (await device.listSessions({})).find(({ is_current }) => !is_current)!.session_id
    await signInByPasskey(laptop, passkey)
    const before = core.seen.length
    await device.endSession({ sessionId })
    await device.endOtherSessions({ apps: false })
    await device.endOtherSessions({ apps: true })
    expect(callsSince(core, before)).toEqual([
      `DELETE /api/sessions/${sessionId}/`,
      'DELETE /api/sessions/',
      'DELETE /api/sessions/',
      'DELETE /api/sessions/?apps=true',
    ])
    expect(await codeOf(phone.refresh({}))).toBe('invalid_session')
    expect(await codeOf(laptop.refresh({}))).toBe('invalid_session')
    expect(await device.listSessions({})).toHaveLength(1)
  })
})

describe('an account', () => {
  test('is exported, and once deleted nothing of it is open here', async () => {
    const { device, passkey, profile } = await signUp(core)
    expect(JSON.parse((await device.exportAccount({})).text)).toMatchObject({ user_id: profile.userId })
    await device.deleteAccount({})
    expect(await codeOf(device.refresh({}))).toBe('locked')
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe('invalid_credentials')
  })

  test('is deleted although the device cannot keep that it was', async () => {
    const storage = createMemoryStorage()
    const full = { read: storage.read, keep: () => Promise.reject(new Error('disk full')) }
    const { device, passkey } = await signUp(core, { storage: full })
    expect(await device.deleteAccount({})).toEqual({ userId: expect.any(String) })
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe('invalid_credentials')
  })

  test('is changed by one call at a time', async () => {
    const { device } = await signUp(core)
    const names = ['a', 'b', 'c', 'd']
    await Promise.all(names.map((name) => device.saveProfile({ values: { [name]: name } })))
    expect((await device.refresh({})).values).toEqual({ a: 'a', b: 'b', c: 'c', d: 'd' })
  })
})
