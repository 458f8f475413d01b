import { codeOf, newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import type { SealedItem, VaultSnapshot } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { newClock } from '../../support/clock.ts'
import { keptVault, useLyingCore } from '../../support/lying-core.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen } from './attack.ts'

const core = useLyingCore()

/** Two entries, each changed once, and the vault as it was before that. */
async function newVictim(): Promise<{ victim: Person; older: VaultSnapshot; now: VaultSnapshot }> {
  const victim = await signUp(core)
  await victim.device.saveProfile({ values: { email: 'a@example.org', name: 'A' } })
  const older = await keptVault(core, victim.device)
  await victim.device.saveProfile({ values: { email: 'b@example.org', name: 'B' } })
  return { victim, older, now: await keptVault(core, victim.device) }
}

const swap = (left: SealedItem, right: SealedItem, fields: readonly (keyof SealedItem)[]) => {
  const taken = Object.fromEntries(fields.map((field) => [field, right[field]]))
  return { ...left, ...taken }
}

type Change = (now: VaultSnapshot, older: VaultSnapshot) => VaultSnapshot

/** Rows 3 and 4 of the attack table. */
const attacks: [string, Change][] = [
  ['two entries under each other’s id', (now) => exchange(now, ['wk', 'n', 'ct'])],
  ['two entries with each other’s content', (now) => exchange(now, ['n', 'ct'])],
  ['two entries with each other’s key', (now) => exchange(now, ['wk'])],
  ['two entries with each other’s nonce', (now) => exchange(now, ['n'])],
  ['two entries with each other’s revision and content', (now) => exchange(now, ['rev', 'wk', 'n', 'ct'])],
  ['an entry with the content of its older revision', (now, older) => graft(now, older, ['n', 'ct'])],
  ['an entry in its older revision', (now, older) => graft(now, older, ['rev', 'wk', 'n', 'ct'])],
  ['an entry with another revision number', (now) => alterFirst(now, (item) => ({ ...item, rev: item.rev + 1 }))],
  ['one entry too few', (now) => ({ ...now, items: now.items.slice(1) })],
  ['no entry', (now) => ({ ...now, items: [] })],
  ['one entry twice', (now) => ({ ...now, items: [...now.items, now.items[0]!] })],
  ['one entry twice and the other not', (now) => ({ ...now, items: now.items.map(() => now.items[0]!) })],
  [
    'a copy of an entry under a new id',
    (now) => ({ ...now, items: [...now.items, { ...now.items[0]!, id: crypto.randomUUID() }] }),
  ],
]

function exchange(now: VaultSnapshot, fields: readonly (keyof SealedItem)[]): VaultSnapshot {
  const [left, right] = now.items as [SealedItem, SealedItem]
  return { ...now, items: [swap(left, right, fields), swap(right, left, fields)] }
}

function graft(now: VaultSnapshot, older: VaultSnapshot, fields: readonly (keyof SealedItem)[]): VaultSnapshot {
  return alterFirst(now, (item) => swap(item, older.items.find(({ id }) => id === item.id)!, fields))
}

function alterFirst(now: VaultSnapshot, alter: (item: SealedItem) => SealedItem): VaultSnapshot {
  return { ...now, items: now.items.map((item, index) => (index === 0 ? alter(item) : item)) }
}

describe('a core that sends (rows 3 and 4)', () => {
  test.each(attacks)('%s is refused at sign-in', async (_case, change) => {
    const { victim, older, now } = await newVictim()
    expect(await attackSignIn(core, victim, { snapshot: change(now, older) })).toEqual(refusedAtSignIn('incomplete'))
  })

  test.each(attacks)('%s is refused while the vault is open', async (_case, change) => {
    const { victim, older, now } = await newVictim()
    expect(await attackOpenVault(core, victim, { snapshot: change(now, older) })).toEqual(
      refusedWhileOpen('incomplete'),
    )
  })

  test('an entry of another person’s vault is refused', async () => {
    const { victim, now } = await newVictim()
    const other = await newVictim()
    const items = [now.items[0]!, { ...other.now.items[1]!, id: now.items[1]!.id }]
    expect(await attackSignIn(core, victim, { snapshot: { ...now, items } })).toEqual(refusedAtSignIn('incomplete'))
  })
})

test('the readable part of a refused vault is saved by its owner, and is not opened', async () => {
  const { victim, now } = await newVictim()
  const device = newDevice(core)
  core.once.set('GET /api/vault/', { status: 200, body: { ...now, items: now.items.slice(1) } })
  expect(await codeOf(signInByPasskey(device, victim.passkey))).toBe('incomplete')
  const { text, count } = await device.exportReadable({})
  expect(count).toBe(1)
  expect(text).toMatch(/"(b@example.org|B)"/)
  expect(await codeOf(device.exportPlain({}))).toBe('locked')
})

test('a refused vault is within reach for five minutes, and no longer than until the vault opens', async () => {
  const { victim, now } = await newVictim()
  const clock = newClock()
  const device = newDevice(core, { clock })
  const refuse = async () => {
    core.once.set('GET /api/vault/', { status: 200, body: { ...now, items: now.items.slice(1) } })
    expect(await codeOf(signInByPasskey(device, victim.passkey))).toBe('incomplete')
  }
  await refuse()
  clock.pass(3 * 60_000)
  await refuse()
  clock.pass(4 * 60_000)
  // The first one is over; the second is not.
  expect(await device.exportReadable({})).toMatchObject({ count: 1 })
  clock.pass(60_000)
  expect(await codeOf(device.exportReadable({}))).toBe('locked')
  await refuse()
  await signInByPasskey(device, victim.passkey)
  expect(await codeOf(device.exportReadable({}))).toBe('locked')
})
