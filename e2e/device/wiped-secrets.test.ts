import { createMemoryStorage, type Device } from '@countersign/device'
import {
  byPasskey,
  byPassword,
  codeOf,
  confirming,
  newDevice,
  prfOutputOf,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addAnotherPasskey, recoverByNewPasskey } from '../support/add-another-passkey.ts'
import { newClock } from '../support/clock.ts'
import { keptVault, useLyingCore } from '../support/lying-core.ts'
import { signUpByPassword } from './devices.ts'

const password = 'violet kettle sleeps in orbit'
const ADD = { act: 'add_passkey' } as const
const READ = 'GET /api/vault/'
const CHANGES = 'POST /api/account/methods/changes/'

const core = useLyingCore()

/** Every root that opens a vault, and every recovery key, as the very bytes that the device has given to the platform. */
let roots: Uint8Array[] = []

beforeEach(() => {
  roots = []
  const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...input: unknown[]) => Promise<CryptoKey>
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...input: unknown[]) => {
    const [, bytes, algorithm, , usages] = input
    const isRoot = algorithm === 'HKDF' && Array.isArray(usages) && usages.includes('deriveBits')
    if (isRoot && bytes instanceof Uint8Array) roots.push(bytes)
    return importKey(...input)
  })
})
afterEach(() => void vi.restoreAllMocks())

const isWiped = (bytes: Uint8Array) => bytes.every((byte) => byte === 0)

/** How many of the secrets that were in use since are left; there were some. */
function countLeft(since = 0): number {
  const used = new Set(roots.slice(since))
  expect(used.size).toBeGreaterThan(0)
  return [...used].filter((bytes) => !isWiped(bytes)).length
}

/** A recovery key that was made here and shown to its owner is theirs: its root is what must not stay. */
const forgetShownKeys = () => {
  roots = roots.filter(({ length }) => length === 32)
}

async function withPassword(login: string) {
  const person = await signUp(core)
  await person.device.setPassword({ login, password })
  roots = []
  return person
}

describe('memory of a device', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['sign-up by passkey', () => signUp(core)],
    ['sign-up by password', () => signUpByPassword(core, 'wiped-at-sign-up')],
    ['sign-in by passkey', async () => signInByPasskey(newDevice(core), (await signUp(core)).passkey)],
    [
      'replacement of the recovery key',
      async () => {
        const { device } = await signUp(core)
        await device.prepareRecoveryKey({})
        await device.replaceRecoveryKey({})
      },
    ],
  ])('wiped secrets: a %s leaves no root in memory', async (_how, begin) => {
    await begin()
    forgetShownKeys()
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: a sign-in by password leaves no root in memory', async () => {
    await withPassword('wiped-at-sign-in')
    await newDevice(core).signIn({ login: 'wiped-at-sign-in', password })
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: a changed password, with a new account key or not, leaves no root', async () => {
    await withPassword('wiped-changes')
    const laptop = newDevice(core)
    await laptop.signIn({ login: 'wiped-changes', password })
    const confirmed = (typed: string) => confirming(laptop, byPassword({ login: 'wiped-changes', password: typed }))
    await confirmed(password).changePassword({ password: `${password} two` })
    expect(countLeft()).toBe(0)
    await laptop.prepareRecoveryKey({})
    await confirmed(`${password} two`).rotateAccountKey({ password: `${password} three` })
    forgetShownKeys()
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: adding a passkey leaves nothing, and its gesture is kept only until used', async () => {
    const { bare, passkey } = await signUp(core)
    forgetShownKeys()
    await byPasskey(passkey)(bare, ADD)
    core.once.set(CHANGES, { status: 503, body: { code: 'service_unavailable' } })
    const before = roots.length
    expect(await codeOf(addAnotherPasskey(core, bare))).toBe('service_unavailable')
    expect(countLeft(before)).toBe(1)
    await addAnotherPasskey(core, bare)
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: a sign-out wipes an unused gesture', async () => {
    const { bare, passkey } = await signUp(core)
    forgetShownKeys()
    await byPasskey(passkey)(bare, ADD)
    expect(countLeft()).toBe(1)
    await bare.signOut({})
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: a gesture wipes the one before it', async () => {
    const { bare, passkey } = await signUp(core)
    forgetShownKeys()
    await byPasskey(passkey)(bare, ADD)
    await byPasskey(passkey)(bare, { act: 'export_account' })
    expect(countLeft()).toBe(1)
    await bare.exportAccount({})
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: a recovery keeps what it needs until its end, and never the key', async () => {
    const { recoveryKey } = await signUp(core)
    roots = []
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    expect(roots.filter(({ length }) => length === 20).map(isWiped)).toEqual([true])
    expect(countLeft()).toBe(1)
    await recoverByNewPasskey(core, rescue)
    forgetShownKeys()
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: a sign-in by passkey wipes a recovery that was begun', async () => {
    const { passkey, recoveryKey } = await signUp(core)
    roots = []
    const device = newDevice(core)
    await device.signInByRecoveryKey({ recoveryKey })
    expect(countLeft()).toBe(1)
    await signInByPasskey(device, passkey)
    expect(countLeft()).toBe(0)
  })

  test('wiped secrets: the root of a refused vault is kept for five minutes', async () => {
    const { passkey } = await signUp(core)
    const clock = newClock()
    const device = newDevice(core, { clock })
    const prf = prfOutputOf(passkey)
    const { challengeId, options } = await device.startPasskeySignIn({})
    core.once.set(READ, { status: 200, body: {} })
    expect(await codeOf(device.finishPasskeySignIn({ challengeId, response: passkey.get(options), prf }))).toBe(
      'malformed',
    )
    clock.pass(5 * 60_000 - 1)
    expect(isWiped(new Uint8Array(prf))).toBe(false)
    clock.pass(1)
    expect(isWiped(new Uint8Array(prf))).toBe(true)
  })

  test('wiped secrets: accepting an older vault wipes its root', async () => {
    const { device, passkey, profile } = await signUp(core)
    const older = await keptVault(core, device)
    const { memory } = await device.saveProfile({ values: { name: 'Ada' } })
    const storage = createMemoryStorage({ vaults: { [profile.userId]: memory } })
    forgetShownKeys()
    const behind: Device = newDevice(core, { storage })
    core.once.set(READ, { status: 200, body: older })
    expect(await codeOf(signInByPasskey(behind, passkey))).toBe('rollback')
    expect(countLeft()).toBe(1)
    core.once.set('POST /api/vault/commits/', { status: 200, body: { gen: memory.gen } })
    await behind.acceptOlderVault({})
    expect(countLeft()).toBe(0)
  })
})
