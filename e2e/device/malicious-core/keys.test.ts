import type { Device } from '@countersign/device'
import {
  type Authenticator,
  codeOf,
  createAuthenticator,
  newDevice,
  prfOutputOf,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { createVault, type UnlockRecord, type VaultSnapshot } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { approvalOf, type RequestApproval } from '../../support/approval.ts'
import { callsSince, keptVault, useLyingCore } from '../../support/lying-core.ts'
import { openAnother } from '../devices.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen } from './attack.ts'

const core = useLyingCore()

describe('a core that sends an old or unknown format (row 2)', () => {
  const FORMATS: [string, (record: object) => object][] = [
    ['suite 0', (record) => altered(record, { s: 0 })],
    ['a suite of the future', (record) => altered(record, { s: 2 })],
    ['layout 0', (record) => altered(record, { v: 0 })],
    ['a layout of the future', (record) => altered(record, { v: 2 })],
  ]

  test.each(FORMATS)('of %s is refused, in every record', async (_case, alter) => {
    const victim = await signUp(core)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const now = await keptVault(core, victim.device)
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
    const victim = await signUp(core)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const now = await keptVault(core, victim.device)
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
  async function forge(userId: string, { credentialId }: Authenticator) {
    const methods = [
      { type: 'prf', root: new Uint8Array(32).fill(0xee), credentialId },
      { type: 'recovery', root: new Uint8Array(32).fill(0xef) },
    ] as const
    return (await createVault({ userId, methods, device: 'Core', wroteAt: new Date() })).snapshot
  }

  test('cannot put a vault of its own in place of the person’s', async () => {
    const victim = await signUp(core)
    const snapshot = await forge(victim.profile.userId, victim.passkey)
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('wrong_key'))
  })

  test('cannot put an unlock record of its own into the person’s vault', async () => {
    const victim = await signUp(core)
    const forged = await forge(victim.profile.userId, victim.passkey)
    const now = await keptVault(core, victim.device)
    const [own] = forged.unlock.map((record) => altered(record, { vault_id: now.vault_id })) as UnlockRecord[]
    const replaced = now.unlock.map((record) => (record.type === 'prf' ? own! : record))
    expect(await attackSignIn(core, victim, { snapshot: { ...now, unlock: replaced } })).toEqual(
      refusedAtSignIn('wrong_key'),
    )
    const another = { ...now, unlock: [...now.unlock, { ...own!, bind: createAuthenticator(core).credentialId }] }
    expect(await attackSignIn(core, victim, { snapshot: another })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackOpenVault(core, victim, { snapshot: another })).toEqual(refusedWhileOpen('unlisted_unlock'))
    const twice = { ...now, unlock: [...now.unlock, own!] }
    expect(await attackSignIn(core, victim, { snapshot: twice })).toEqual(refusedAtSignIn('malformed'))
  })

  test('cannot put a head of its own over the person’s entries', async () => {
    const victim = await signUp(core)
    const forged = await forge(victim.profile.userId, victim.passkey)
    const snapshot = { ...(await keptVault(core, victim.device)), head: forged.head }
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('tampered'))
  })

  test('cannot send the vault of another account, although the same passkey opens both', async () => {
    const victim = await signUp(core)
    const other = newDevice(core)
    const { userId, options } = await other.startPasskeySignUp({})
    const { passkey } = victim
    // An honest core takes a passkey once.
    const FINISH = 'POST /api/account/register/passkey/finish/'
    core.once.set(FINISH, { status: 201, body: { session_token: 'x', user_id: userId, device_token: 'y' } })
    const ceremony = createAuthenticator(core).create(options)
    const response = { ...ceremony, id: passkey.credentialId, rawId: passkey.credentialId }
    await other.finishPasskeySignUp({ response, prf: prfOutputOf(passkey) })
    const { vault } = core.seen.findLast(({ call }) => call === FINISH)!.body as { vault: VaultSnapshot }
    const { vault_id, head, unlock } = vault
    const snapshot = { vault_id, head, unlock, items: [] }
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('wrong_owner'))
  })
})

describe('a core that wants the account key wrapped (row 8)', () => {
  /** Everything that a page asks for without a wish to change its methods. */
  const calls: ((device: Device, approval: RequestApproval) => Promise<unknown>)[] = [
    (device) => device.refresh({}),
    (device) => device.saveProfile({ values: { name: String(Math.random()) } }),
    (device) => device.listMethods({}),
    (device) => device.readActivity({}),
    (device) => device.listSessions({}),
    (device) => device.listGrants({}),
    (device) => device.listEvents({}),
    (device, { id }) => device.readRequest({ id }),
    (device) => device.exportSealed({}),
    (device, approval) => device.approve(approval),
  ]
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
      const { device, passkey } = await signUp(core)
      const vault = await keptVault(core, device)
      const known = vault.unlock.map(({ id }) => id)
      const approval = await approvalOf(core, device)
      const before = core.seen.length
      for (const call of calls) {
        for (const path of ['GET /api/vault/', 'POST /api/vault/commits/', 'GET /api/account/methods/']) {
          core.once.set(path, { status, body: { ...demands, ...(path === 'GET /api/vault/' ? vault : {}) } })
        }
        await call(device, approval).catch(() => undefined)
      }
      core.once.clear()
      const posted = core.seen.slice(before).filter(({ call }) => call.startsWith('POST'))
      expect(posted.filter(({ call }) => WRAPS.test(call))).toEqual([])
      expect(posted.flatMap(({ body }) => recordsIn(body))).toEqual([])
      const other = await openAnother(core, { passkey })
      expect((await keptVault(core, other)).unlock.map(({ id }) => id)).toEqual(known)
    },
  )

  test('gets none at a sign-in by passkey either, whatever the answer demands', async () => {
    const { passkey } = await signUp(core)
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
    const { passkey } = await signUp(core)
    const device = newDevice(core)
    const before = core.seen.length
    core.once.set('GET /api/vault/', answer)
    expect(await codeOf(signInByPasskey(device, passkey))).toBe(code)
    const writes = callsSince(core, before).filter((call) => !/session\/passkey|^GET/.test(call))
    expect(writes).toEqual([])
    expect(await codeOf(device.saveProfile({ values: { name: 'x' } }))).toBe('locked')
  })
})
