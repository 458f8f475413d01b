import type { VaultReadResponse } from '@countersign/contracts'
import type { Device } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { exportPlain, type SealedItem } from '@countersign/vault'
import { afterEach, describe, expect, test } from 'vitest'
import { callsSince, keptVault, useLyingCore } from '../../support/lying-core.ts'
import { openAnother, outcomeOf } from '../devices.ts'

const READ = 'GET /api/vault/'
const COMMIT = 'POST /api/vault/commits/'
const STAGE = 'POST /api/vault/staging/'

const core = useLyingCore()
afterEach(() => core.lies.clear())

/** A phone that has not seen yet what the laptop wrote: one entry changed, one removed, one added. */
async function phoneBehind() {
  const { device: laptop, passkey } = await signUp(core)
  const put = ['one', 'two', 'three'].map((value) => ({ name: 'note', value }))
  const { claims } = await laptop.saveItems({ put, remove: [] })
  const phone = await openAnother(core, { passkey })
  const before = await keptVault(core, phone)
  const [changed, removed] = ['one', 'two'].map((value) => claims.find((claim) => claim.value === value)!)
  const edits = [
    { ...changed!, value: 'ONE' },
    { name: 'note', value: 'four' },
  ]
  await laptop.saveItems({ put: edits, remove: [removed!.id] })
  return { laptop, phone, before, removed: removed!.id }
}

const valuesOf = ({ claims }: Awaited<ReturnType<Device['refresh']>>) => claims.map(({ value }) => value).toSorted()
const NOW = ['ONE', 'four', 'three']

type Damage = (changes: VaultReadResponse, before: readonly SealedItem[], removed: string) => object

const lies: [string, Damage][] = [
  ['leaves out what was changed', (changes) => ({ ...changes, items: [] })],
  ['leaves out one change', (changes) => ({ ...changes, items: changes.items.slice(1) })],
  ['sends an entry as it was before', (changes, before) => ({ ...changes, items: restore(changes.items, before) })],
  ['keeps a removal to itself', (changes) => ({ ...changes, removed: [] })],
  [
    'brings a removed entry back',
    (changes, before, id) => ({ ...changes, removed: [], items: withItem(changes, before, id) }),
  ],
  ['calls another entry removed', (changes, before) => ({ ...changes, removed: before.map(({ id }) => id) })],
  ['sends a change twice', (changes) => ({ ...changes, items: [...changes.items, ...changes.items] })],
  ['says that it is of another generation', (changes) => ({ ...changes, since: 1 })],
  ['sends something else', () => ({ since: 'x' })],
]

function restore(items: readonly SealedItem[], before: readonly SealedItem[]) {
  return items.map((item) => before.find(({ id }) => id === item.id) ?? item)
}

function withItem({ items }: VaultReadResponse, before: readonly SealedItem[], removed: string) {
  return [...items, ...before.filter(({ id }) => id === removed)]
}

describe('changes from a lying core', () => {
  test.each(lies)('changes: a core that %s is asked for the whole vault, which counts', async (_case, damage) => {
    const { phone, before, removed } = await phoneBehind()
    core.lies.set(READ, (answer: VaultReadResponse) =>
      'since' in answer ? damage(answer, before.items, removed) : answer,
    )
    const calls = core.seen.length
    expect(valuesOf(await phone.refresh({}))).toEqual(NOW)
    expect(callsSince(core, calls)).toEqual([READ, READ])
    core.lies.clear()
    expect(valuesOf(await phone.saveItems({ put: [{ name: 'note', value: 'five' }], remove: [] }))).toHaveLength(4)
  })

  test.each(lies)('changes: a core that %s, and lies about the whole vault too, is refused', async (_case, damage) => {
    const { phone, before, removed } = await phoneBehind()
    core.lies.set(READ, (answer: VaultReadResponse) =>
      'since' in answer ? damage(answer, before.items, removed) : { ...answer, items: answer.items.slice(1) },
    )
    expect(await codeOf(phone.refresh({}))).toBe('incomplete')
    expect(await outcomeOf(core, phone.saveItems({ put: [{ name: 'note', value: 'five' }], remove: [] }))).toEqual([
      'incomplete',
      COMMIT,
      READ,
      READ,
    ])
  })

  test('changes: a core that hides them keeps a device behind, which overwrites nothing', async () => {
    const { laptop, phone, before } = await phoneBehind()
    core.lies.set(READ, (answer: VaultReadResponse) => ({ ...answer, head: before.head, items: [], removed: [] }))
    expect(valuesOf(await phone.refresh({}))).toEqual(['one', 'three', 'two'])
    expect(await codeOf(phone.saveItems({ put: [{ name: 'note', value: 'five' }], remove: [] }))).toBe('stale_vault')
    core.lies.clear()
    expect(valuesOf(await laptop.refresh({}))).toEqual(NOW)
  })
})

describe('a large write', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: String(index),
      kind: 'claim',
      name: 'note',
      value: String(index).padEnd(3_000, '.'),
      meta: {},
    }))

  async function importInto(device: Device, count: number) {
    await device.previewPlainImport({ text: exportPlain({ items: entries(count) }) })
    return device.commitImport({})
  }

  test('of which core lost a part is sent once more, and nothing of it is written before', async () => {
    const { device, passkey } = await signUp(core)
    core.once.set(STAGE, { status: 200, body: { items: 1 } })
    const calls = core.seen.length
    expect((await importInto(device, 300)).claims).toHaveLength(300)
    const whole = [STAGE, STAGE, STAGE, STAGE, COMMIT]
    expect(callsSince(core, calls)).toEqual([...whole, READ, ...whole])
    expect((await signInByPasskey(newDevice(core), passkey)).claims).toHaveLength(300)
  })

  test('of which core says again and again that it is not there fails, and changes nothing', async () => {
    const { device, passkey } = await signUp(core)
    core.once.set(COMMIT, { status: 410, body: { code: 'staging_expired' }, times: 5 })
    expect(await codeOf(importInto(device, 300))).toBe('stale_vault')
    expect((await signInByPasskey(newDevice(core), passkey)).claims).toEqual([])
  })

  test('is one under a new account key too: its parts go ahead, and count with the rotation alone', async () => {
    const { device, passkey } = await signUp(core)
    await importInto(device, 300)
    await device.prepareRecoveryKey({})
    const calls = core.seen.length
    expect((await device.rotateAccountKey({})).claims).toHaveLength(300)
    const sent = callsSince(core, calls).filter((call) => call.startsWith('POST /api/vault/'))
    expect(new Set(sent.slice(0, -1))).toEqual(new Set(['POST /api/vault/rotate/staging/']))
    expect(sent.at(-1)).toBe('POST /api/vault/rotate/')
    expect((await signInByPasskey(newDevice(core), passkey)).claims).toHaveLength(300)
  })

  test('that another device was faster than is merged and sent again', async () => {
    const { device, passkey } = await signUp(core)
    const phone = await openAnother(core, { passkey })
    await phone.saveItems({ put: [{ name: 'note', value: 'from the phone' }], remove: [] })
    expect((await importInto(device, 300)).claims).toHaveLength(301)
  })

  test('whose parts core refuses fails with its reason', async () => {
    const { device } = await signUp(core)
    core.once.set(STAGE, { status: 429, body: { code: 'too_many_requests' } })
    expect(await codeOf(importInto(device, 300))).toBe('too_many_requests')
  })
})
