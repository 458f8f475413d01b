import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { codeOf } from '@countersign/testing'
import { createVault, type UnlockRecord } from '@countersign/vault'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../device.ts'
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
import { attackOpenVault, attackSignIn, copyOf, refusedAtSignIn, refusedWhileOpen } from './attack.ts'

const password = 'correct horse battery staple'

let core: FakeCore
beforeAll(async () => {
  core = await startFakeCore()
})
afterAll(() => core.close())

describe('a core that wants a weaker password protocol (row 1)', () => {
  const START = 'POST /api/session/password/start/'

  test('by sending parameters is not heard: the secrets are the same, and none is sent', async () => {
    const { device, profile } = await signUpByPasskey(core)
    await device.setPassword({ login: 'weakened', password })
    core.lies.set(START, (answer: object) => ({
      ...answer,
      key_stretching: { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } },
      identifiers: { server: 'elsewhere' },
      suite: 0,
    }))
    const opened = await newDevice(core).signIn({ login: 'weakened', password })
    expect(opened.userId).toBe(profile.userId)
    core.lies.delete(START)
  })

  test.each([
    ['another account’s answer', 'other'],
    ['a mutilated answer', 'cut'],
  ])('by %s gets nothing: the client ends before its second message', async (_case, kind) => {
    const { device } = await signUpByPasskey(core)
    await device.setPassword({ login: `victim-${kind}`, password })
    let earlier: string | undefined
    core.lies.set(START, (answer: { login_response: string }) => {
      const sent = kind === 'other' ? (earlier ?? answer.login_response) : answer.login_response.slice(0, -8)
      earlier = answer.login_response
      return { ...answer, login_response: sent }
    })
    await newDevice(core)
      .signIn({ login: 'nobody', password })
      .catch(() => undefined)
    const before = core.seen.length
    const code = await codeOf(newDevice(core).signIn({ login: `victim-${kind}`, password }))
    core.lies.delete(START)
    expect(code).not.toBe('nothing')
    expect(callsSince(core, before)).toEqual([START])
  })
})

describe('a core that sends an old or unknown format (row 2)', () => {
  const FORMATS: [string, (record: object) => object][] = [
    ['suite 0', (record) => altered(record, { s: 0 })],
    ['a suite of the future', (record) => altered(record, { s: 2 })],
    ['layout 0', (record) => altered(record, { v: 0 })],
    ['a layout of the future', (record) => altered(record, { v: 2 })],
  ]

  test.each(FORMATS)('of %s is refused, in every record', async (_case, alter) => {
    const victim = await signUpByPasskey(core)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const now = copyOf(victim)
    const attacks = [
      { ...now, head: alter(now.head) },
      { ...now, items: now.items.map(alter) },
      { ...now, unlock: now.unlock.map(alter) },
    ]
    for (const snapshot of attacks) {
      expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('unsupported'))
      expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('unsupported'))
    }
  })

  test('without one of its fields, or with one more, is refused', async () => {
    const victim = await signUpByPasskey(core)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const now = copyOf(victim)
    const [item, record] = [now.items[0]!, now.unlock[0]!]
    const lacking = [
      ...eachWithout(now),
      ...eachWithout(now.head).map((head) => altered(now, { head })),
      ...eachWithout(item).map((cut) => altered(now, { items: [cut] })),
      ...eachWithout(record).map((cut) => altered(now, { unlock: [cut, now.unlock[1]] })),
      altered(now, { head: altered(now.head, { kdf: 'pbkdf2' }) }),
      altered(now, { unlock: [altered(record, { iterations: 1 }), now.unlock[1]] }),
    ]
    for (const snapshot of lacking) {
      const device = newDevice(core)
      core.once.set('GET /api/vault/', { status: 200, body: snapshot })
      expect(['malformed', 'unsupported']).toContain(await codeOf(signInByPasskey(device, victim.passkey)))
    }
  })
})

function altered(record: object, changes: object): object {
  return { ...record, ...changes }
}

/** The record once for each of its fields, without that field. */
function eachWithout(record: object): object[] {
  return Object.keys(record).map((key) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)))
}

describe('a core that makes a key of its own (row 7)', () => {
  /** A vault that core made: well-formed in everything, under keys that core knows. */
  async function forge(userId: string, credentialId: string) {
    const methods = [
      { type: 'prf', root: new Uint8Array(32).fill(0xee), credentialId },
      { type: 'recovery', root: new Uint8Array(32).fill(0xef) },
    ] as const
    return (await createVault({ userId, methods, device: 'Core', wroteAt: new Date() })).snapshot
  }

  test('cannot put a vault of its own in place of the person’s', async () => {
    const victim = await signUpByPasskey(core)
    const snapshot = await forge(victim.profile.userId, victim.passkey.id)
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('wrong_key'))
  })

  test('cannot put an unlock record of its own into the person’s vault', async () => {
    const victim = await signUpByPasskey(core)
    const forged = await forge(victim.profile.userId, victim.passkey.id)
    const now = copyOf(victim)
    const [own] = forged.unlock.map((record) => altered(record, { vault_id: now.vault_id })) as UnlockRecord[]
    const replaced = now.unlock.map((record) => (record.type === 'prf' ? own! : record))
    expect(await attackSignIn(core, victim, { snapshot: { ...now, unlock: replaced } })).toEqual(
      refusedAtSignIn('wrong_key'),
    )
    const another = { ...now, unlock: [...now.unlock, { ...own!, bind: newPasskey().id }] }
    expect(await attackSignIn(core, victim, { snapshot: another })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackOpenVault(core, victim, { snapshot: another })).toEqual(refusedWhileOpen('unlisted_unlock'))
    const twice = { ...now, unlock: [...now.unlock, own!] }
    expect(await attackSignIn(core, victim, { snapshot: twice })).toEqual(refusedAtSignIn('malformed'))
  })

  test('cannot put a head of its own over the person’s entries', async () => {
    const victim = await signUpByPasskey(core)
    const forged = await forge(victim.profile.userId, victim.passkey.id)
    const snapshot = { ...copyOf(victim), head: forged.head }
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('tampered'))
  })

  test('cannot send the vault of another account, although the same passkey opens both', async () => {
    const victim = await signUpByPasskey(core)
    const other = newDevice(core)
    await other.preparePasskeyAccount({})
    await other.startPasskeySignUp({})
    const { passkey } = victim
    const profile = await other.finishPasskeySignUp({ response: registrationOf(passkey), prf: outputOf(passkey) })
    const snapshot = core.accounts.get(profile.userId)!.vault
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('wrong_owner'))
    core.accounts.delete(profile.userId)
  })
})

describe('a core that wants the account key wrapped (row 8)', () => {
  /** Everything that a page asks for without a wish to change its methods. */
  const calls: [string, (device: Device) => Promise<unknown>][] = [
    ['refresh', (device) => device.refresh({})],
    ['saveProfile', (device) => device.saveProfile({ values: { name: String(Math.random()) } })],
    ['listMethods', (device) => device.listMethods({})],
    ['readActivity', (device) => device.readActivity({})],
    ['listSessions', (device) => device.listSessions({})],
    ['listGrants', (device) => device.listGrants({})],
    ['listEvents', (device) => device.listEvents({})],
    ['readRequest', (device) => device.readRequest({ id: 'r1' })],
    ['exportSealed', (device) => device.exportSealed({})],
    [
      'approve',
      (device) => {
        const app = { clientId: 'a', host: 'a.example', encryptionKey: undefined, appName: 'A' }
        return device.approve({ ...app, id: 'r1', scopes: [], claims: {} })
      },
    ],
  ]
  /** What core may hope that a client obeys. */
  const demands = {
    add_method: { type: 'recovery', public_key: 'AAAA' },
    escrow_key: 'AAAA',
    rotate: true,
    unlock: [],
    needs_new_password_record: true,
    signed_in: { session_token: 'x', user_id: 'y', needs_new_password_record: true },
    code: 'rotate_required',
    methods: [{ unlock_id: crypto.randomUUID(), type: 'recovery', created_at: '', last_used_at: null }],
    recovery: { rec_id: 'AAAA', auth_sha256: 'AAAA' },
  }
  const WRAPS = /methods\/|rotate|register/

  test.each([200, 403, 409, 412, 422])(
    'gets no new unlock record for any call that it answers with %i',
    async (status) => {
      const { device, account } = await signUpByPasskey(core)
      const before = core.seen.length
      const known = account.vault.unlock.map(({ id }) => id)
      for (const [, call] of calls) {
        for (const path of ['GET /api/vault/', 'POST /api/vault/commits/', 'GET /api/account/methods/']) {
          core.once.set(path, { status, body: { ...demands, ...(path === 'GET /api/vault/' ? account.vault : {}) } })
        }
        await call(device).catch(() => undefined)
      }
      core.once.clear()
      const posted = core.seen.slice(before).filter(({ call }) => call.startsWith('POST'))
      expect(posted.filter(({ call }) => WRAPS.test(call))).toEqual([])
      expect(posted.flatMap(({ body }) => recordsIn(body))).toEqual([])
      expect(account.vault.unlock.map(({ id }) => id)).toEqual(known)
    },
  )

  test('gets none at a sign-in by passkey either, whatever the answer demands', async () => {
    const { passkey } = await signUpByPasskey(core)
    const FINISH = 'POST /api/session/passkey/finish/'
    core.lies.set(FINISH, (answer: object) => ({ ...demands, ...answer }))
    const before = core.seen.length
    await signInByPasskey(newDevice(core), passkey)
    core.lies.delete(FINISH)
    expect(callsSince(core, before)).toEqual(['POST /api/session/passkey/start/', FINISH, 'GET /api/vault/'])
  })

  /** Everything in a body that has the form of a wrapped account key. */
  function recordsIn(body: unknown): unknown[] {
    if (typeof body !== 'object' || body === null) return []
    const isRecord = 'salt' in body && 'com' in body
    return [...(isRecord ? [body] : []), ...Object.values(body).flatMap(recordsIn)]
  }
})

describe('a core that says that an account is empty (row 9)', () => {
  test.each([
    ['there is no vault', { status: 404, body: { code: 'not_found' } }, 'vault_missing'],
    ['nothing', { status: 200, body: null }, 'malformed'],
    ['an empty object', { status: 200, body: {} }, 'malformed'],
    ['it needs a new one', { status: 409, body: { code: 'vault_required' } }, 'vault_required'],
  ] as const)('by answering: %s, gets no new vault', async (_case, answer, code) => {
    const { passkey } = await signUpByPasskey(core)
    const device = newDevice(core)
    const before = core.seen.length
    core.once.set('GET /api/vault/', answer)
    expect(await codeOf(signInByPasskey(device, passkey))).toBe(code)
    const writes = callsSince(core, before).filter((call) => !/session\/passkey|^GET/.test(call))
    expect(writes).toEqual([])
    expect(await codeOf(device.saveProfile({ values: { name: 'x' } }))).toBe('locked')
  })
})

describe('an app’s encryption key that the provider swaps (row 22)', () => {
  const keyA: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const keyB: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' }
  const books = { clientId: 'books', host: 'books.example' }
  const approval = { ...books, id: 'r1', appName: 'Books', scopes: ['email'], claims: { email: 'a@example.org' } }

  test.each([
    ['another one', keyB],
    ['none', undefined],
  ])('for %s gets nothing until the person accepts it', async (_case, encryptionKey) => {
    const { device } = await signUpByPasskey(core)
    await device.approve({ ...approval, encryptionKey: keyA })
    expect(await device.checkApp({ ...books, encryptionKey })).toMatchObject({ keyChanged: true })
    const before = core.seen.length
    expect(await codeOf(device.approve({ ...approval, encryptionKey }))).toBe('app_key_changed')
    expect(callsSince(core, before)).toEqual([])
    await device.approve({ ...approval, encryptionKey, acceptNewKey: true })
    expect(await device.checkApp({ ...books, encryptionKey })).toMatchObject({ keyChanged: false })
  })

  test('is noticed on every device of the person', async () => {
    const { device, passkey } = await signUpByPasskey(core)
    await device.approve({ ...approval, encryptionKey: keyA })
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
    expect(await codeOf(phone.approve({ ...approval, encryptionKey: keyB }))).toBe('app_key_changed')
  })
})
