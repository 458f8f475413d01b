import { toFailure } from '@countersign/device'
import { byPasskey, codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { exportPlain } from '@countersign/vault'
import { describe, expect, test, vi } from 'vitest'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { importInto, openAnother } from './devices.ts'

const core = useLyingCore()

const home = { name: 'email', value: 'home@example.org', label: 'Home' }
const work = { name: 'email', value: 'work@example.org', label: 'Work' }

/** A file that holds this email address. */
const exportOf = ({ name, value }: typeof home) =>
  exportPlain({ items: [{ id: crypto.randomUUID(), kind: 'claim', name, value, meta: {} }] })

/** Two devices with the same vault open, and the same email address in it. */
async function twoDevices() {
  const { device, passkey } = await signUp(core)
  const saved = await device.saveItems({ put: [home], remove: [] })
  const phone = await openAnother(core, { passkey })
  return { device, phone, id: saved.claims[0]!.id }
}

describe('several values of one claim', () => {
  test('are edited and removed one by one; a label is kept until it is emptied', async () => {
    const { device } = await signUp(core)
    const { claims } = await device.saveItems({ put: [home, work], remove: [] })
    const [one, other] = claims.map(({ id }) => id)
    const edited = await device.saveItems({
      put: [{ id: one, name: 'email', value: 'new@example.org' }],
      remove: [other!],
    })
    expect(edited.claims).toMatchObject([{ value: 'new@example.org', label: claims[0]!.label }])
    const unlabelled = { id: one, name: 'email', value: 'new@example.org', label: '' }
    expect((await device.saveItems({ put: [unlabelled], remove: [] })).claims).toMatchObject([{ label: undefined }])
  })
})

describe('an entry that two devices changed at once', () => {
  test.each([
    ['present', ['phone@example.org']],
    ['aside', ['laptop@example.org']],
    ['both', ['laptop@example.org', 'phone@example.org']],
  ] as const)('is kept twice, until its owner keeps %s', async (keep, values) => {
    const { device, phone, id } = await twoDevices()
    // Saved last here, and so set aside there; the device writes later and its version stays in place.
    await device.saveItems({ put: [{ ...home, id, value: 'laptop@example.org' }], remove: [] })
    const saved = await phone.saveItems({ put: [{ ...home, id, value: 'phone@example.org' }], remove: [] })
    expect(saved.values).toEqual({ email: 'phone@example.org' })
    expect(saved.conflicts).toEqual([
      expect.objectContaining({ ofId: id, name: 'email', value: 'laptop@example.org', label: 'Home' }),
    ])
    const settled = await phone.resolveConflict({ id: saved.conflicts[0]!.id, keep })
    expect(settled.conflicts).toEqual([])
    expect(settled.claims.map(({ value }) => value).toSorted()).toEqual(values)
    expect(await codeOf(phone.resolveConflict({ id: saved.conflicts[0]!.id, keep }))).toBe('unknown_item')
  })
})

describe('an export', () => {
  test('is read by its owner, imported elsewhere, and imported once', async () => {
    const { device } = await signUp(core)
    await device.saveItems({ put: [home, work], remove: [] })
    const { text } = await device.exportPlain({})
    const other = (await signUp(core)).device
    await other.saveItems({ put: [home], remove: [] })
    const before = core.seen.length
    expect(await other.previewPlainImport({ text })).toEqual({ added: 1, alreadyThere: 1, doubtful: [] })
    expect(callsSince(core, before)).toEqual([])
    expect((await other.commitImport({})).claims).toHaveLength(2)
    expect(await codeOf(other.commitImport({}))).toBe('locked')
    const types = (await other.readActivity({})).events.map(({ event }) => event.type)
    expect(types).toEqual(['imported'])
  })

  test('that is imported names malformed values, and leaves the preferred entry preferred', async () => {
    const { device } = await signUp(core)
    await device.saveItems({ put: [{ ...home, isPreferred: true }], remove: [] })
    const { text } = await device.exportPlain({})
    const parsed = JSON.parse(text) as { items: { value: string }[] }
    const [first] = parsed.items
    const strangers = [
      { ...first, value: 'ana@' },
      { ...first, value: 'older@example.org' },
    ]
    const other = (await signUp(core)).device
    await other.saveItems({ put: [work], remove: [] })
    const preview = await other.previewPlainImport({ text: JSON.stringify({ ...parsed, items: strangers }) })
    expect(preview).toEqual({ added: 2, alreadyThere: 0, doubtful: [{ name: 'email', value: 'ana@' }] })
    expect((await other.commitImport({})).values).toEqual({ email: work.value })
  })

  test('that another person has written gives the owner’s passkey no other name, and counts all that it adds', async () => {
    const { device, passkey } = await signUp(core)
    await device.saveItems({ put: [home], remove: [] })
    const file = JSON.parse((await device.exportPlain({})).text)
    const [item] = file.items
    const label = { ...item, kind: 'label', name: passkey.credentialId, value: 'Lost phone, remove me' }
    const text = JSON.stringify({ ...file, items: [label, { ...item, kind: 'of a later version' }] })
    expect(await device.previewPlainImport({ text })).toMatchObject({ added: 1 })
    await device.commitImport({})
    expect((await device.listMethods({})).map((method) => method.label)).toEqual([undefined, undefined])
  })

  test.each([
    ['another device wrote it and this one knows', true],
    ['another device wrote it and this one does not know yet', false],
  ])('that is imported leaves an entry as it was changed meanwhile: %s', async (_case, isKnown) => {
    const { device, phone, id } = await twoDevices()
    await device.previewPlainImport({ text: exportOf(work) })
    await phone.saveItems({ put: [{ ...home, id, value: 'new@example.org' }], remove: [] })
    if (isKnown) await device.refresh({})
    const { claims, conflicts } = await device.commitImport({})
    expect(claims.map(({ value }) => value)).toEqual(['new@example.org', work.value])
    expect(conflicts).toEqual([])
  })

  test('that is imported brings nothing back that was removed meanwhile', async () => {
    const { device, id } = await twoDevices()
    await device.previewPlainImport({ text: exportOf(work) })
    await device.saveItems({ put: [], remove: [id] })
    expect((await device.commitImport({})).claims.map(({ value }) => value)).toEqual([work.value])
  })

  test('that is sealed opens with the recovery key alone, in any account, and says when it was made', async () => {
    const { device, recoveryKey } = await signUp(core)
    const saved = await device.saveItems({ put: [home], remove: [] })
    const { text } = await device.exportSealed({})
    expect(text).not.toContain('home@example.org')
    const { device: other, recoveryKey: wrong } = await signUp(core)
    expect(await codeOf(other.previewSealedImport({ text, recoveryKey: wrong }))).toBe('wrong_key')
    const preview = await other.previewSealedImport({ text, recoveryKey })
    expect(preview).toMatchObject({ added: 1, alreadyThere: 0 })
    expect(Date.parse(preview.wroteAt!)).toBeGreaterThanOrEqual(Date.parse(saved.memory.wrote_at))
    expect((await other.commitImport({})).values).toEqual({ email: 'home@example.org' })
  })

  test('in clear needs a gesture of its own right after a sign-in, and one for each copy', async () => {
    const { bare, passkey } = await signUp(core)
    await signInByPasskey(bare, passkey)
    const refusal = { code: 'reauth_required', purpose: { act: 'export_vault' } }
    expect(await bare.exportPlain({}).catch(toFailure)).toEqual(refusal)
    await byPasskey(passkey)(bare, { act: 'export_account' })
    expect(await codeOf(bare.exportPlain({}))).toBe('reauth_required')
    await byPasskey(passkey)(bare, { act: 'export_vault' })
    expect(await codeOf(bare.exportPlain({}))).toBe('nothing')
    expect(await codeOf(bare.exportPlain({}))).toBe('reauth_required')
  })

  test('is in the log, whether it is sealed or not', async () => {
    const { device } = await signUp(core)
    await device.exportPlain({})
    await device.exportSealed({})
    const types = (await device.readActivity({})).events.map(({ event }) => event.type)
    expect(types).toEqual(['exported', 'exported'])
  })

  test('that holds nothing new is neither written nor logged', async () => {
    const { device } = await signUp(core)
    await device.saveItems({ put: [home], remove: [] })
    const { text } = await device.exportPlain({})
    const before = core.seen.length
    expect(await device.previewPlainImport({ text })).toEqual({ added: 0, alreadyThere: 1, doubtful: [] })
    await device.commitImport({})
    expect(callsSince(core, before)).toEqual([])
  })

  test('that is sealed is refused where core sends less than the whole vault', async () => {
    const { device } = await signUp(core)
    await device.saveItems({ put: [home, work], remove: [] })
    core.lies.set('GET /api/vault/', ({ items, ...vault }: { items: unknown[] }) => ({
      ...vault,
      items: items.slice(1),
    }))
    expect(await codeOf(device.exportSealed({}))).toBe('incomplete')
    core.lies.delete('GET /api/vault/')
    expect(await codeOf(device.exportSealed({}))).toBe('nothing')
  })

  test('is given although the server does not take its entry', async () => {
    const { device } = await signUp(core)
    await device.saveItems({ put: [home], remove: [] })
    core.once.set('POST /api/vault/commits/', { status: 503, body: { code: 'service_unavailable' } })
    expect((await device.exportPlain({})).text).toContain('home@example.org')
  })
})

describe('a slow line', () => {
  /** Of 600 kbit/s on the way up. */
  const BYTES_PER_MS = 75

  test('lets through an import of 800 kB: each part takes less than its deadline', async () => {
    const { passkey } = await signUp(core)
    const deadlines = new WeakMap<AbortSignal, number>()
    const makeTimeout = AbortSignal.timeout.bind(AbortSignal)
    const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const signal = makeTimeout(milliseconds)
      deadlines.set(signal, milliseconds)
      return signal
    })
    const slow = newDevice({
      ...core,
      async fetch(url, init) {
        const bytes = typeof init.body === 'string' ? init.body.length : 0
        if (bytes / BYTES_PER_MS >= deadlines.get(init.signal!)!) throw new DOMException('late', 'TimeoutError')
        return fetch(url, init)
      },
    })
    await signInByPasskey(slow, passkey)
    const entry = { kind: 'claim', name: 'note', meta: {} } as const
    const valueOf = (index: number) => String(index).padEnd(20_000, 'x')
    const items = Array.from({ length: 30 }, (_, index) => ({ ...entry, id: String(index), value: valueOf(index) }))
    expect((await importInto(slow, exportPlain({ items }))).claims).toHaveLength(30)
    timeouts.mockRestore()
  })
})
