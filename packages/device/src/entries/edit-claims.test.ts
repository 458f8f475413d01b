import { type PlainItem, VaultError } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { claimsOf, conflictsOf, valuesOf } from '../claims/claim-items.ts'
import { editsFor, editsForClaims, editsForConflict } from './edit-claims.ts'

const item = (id: string, name: string, value: string, meta: PlainItem['meta'] = {}, kind = 'claim'): PlainItem => {
  return { id, rev: 1, kind, name, value, meta }
}
const home = item('home', 'email', 'home@example.org', { label: 'Home', preferred: 'true', changed_at: '2026-01' })
const work = item('work', 'email', 'work@example.org', { label: 'Work', changed_at: '2026-02' })
const name = item('name', 'name', 'Ada', { preferred: 'true' })
/** A passkey's name, not a claim. */
const label = item('label', 'email', 'Laptop', { preferred: 'true' }, 'label')
const items = [home, work, name, label]

const edit = (of: PlainItem, changes: object = {}) => ({ id: of.id, name: of.name, value: of.value, ...changes })

describe('edits of values', () => {
  test('write nothing where nothing is changed', () => {
    const same = [edit(home), edit(home, { label: 'Home', isPreferred: true }), edit(work, { isPreferred: false })]
    for (const put of same) expect(editsForClaims(items, { put: [put], remove: [] })).toEqual({ put: [], remove: [] })
  })

  test.each([
    ['value', { value: 'new@example.org' }, { value: 'new@example.org' }],
    ['name', { name: 'contact' }, { name: 'contact' }],
    ['label', { label: 'Private' }, { meta: { ...work.meta, label: 'Private' } }],
    ['lack of a label', { label: '' }, { meta: { changed_at: '2026-02' } }],
  ])('write another %s, and leave the rest of the entry as it is', (_case, changes, written) => {
    const { put } = editsForClaims(items, { put: [edit(work, changes)], remove: [] })
    const { rev: _rev, ...known } = work
    expect(put).toEqual([{ ...known, ...written }])
  })

  test('prefer one value of a claim: it takes that from the one before, and from no other claim', () => {
    const { put } = editsForClaims(items, { put: [edit(work, { isPreferred: true })], remove: [] })
    expect(put).toEqual([
      expect.objectContaining({ id: 'work', meta: { ...work.meta, preferred: 'true' } }),
      expect.objectContaining({ id: 'home', meta: { label: 'Home', changed_at: '2026-01' } }),
    ])
  })

  test('write a removed or edited entry once, although another is preferred now', () => {
    const put = [edit(work, { isPreferred: true })]
    expect(editsForClaims(items, { put, remove: ['home'] })).toMatchObject({ put: [{ id: 'work' }], remove: ['home'] })
    const both = editsForClaims(items, { put: [...put, edit(home, { value: 'old@example.org' })], remove: [] })
    expect(both.put).toMatchObject([{ id: 'work' }, { id: 'home', value: 'old@example.org' }])
  })

  test('take the preference away, and that alone', () => {
    const { put } = editsForClaims(items, { put: [edit(home, { isPreferred: false })], remove: [] })
    expect(put).toMatchObject([{ id: 'home', meta: { label: 'Home', changed_at: '2026-01' } }])
    expect(put?.[0]?.meta).not.toHaveProperty('preferred')
  })

  test('give a new value a new id, and inherit no notes from an item of another kind', () => {
    const { put } = editsForClaims(items, { put: [{ name: 'phone', value: '+41' }, edit(label)], remove: [] })
    expect(put?.[0]).toEqual({
      id: expect.stringMatching(/^\S{20,}$/),
      kind: 'claim',
      name: 'phone',
      value: '+41',
      meta: {},
    })
    expect(editsForClaims(items, { put: [edit(label, { value: 'x' })], remove: [] }).put).toMatchObject([{ meta: {} }])
  })
})

describe('one value for each claim', () => {
  const of = (claim: string, value: string, changed_at: string, preferred = '') =>
    item(`${claim}-${changed_at}`, claim, value, { changed_at, ...(preferred && { preferred }) })
  const two = [
    of('email', 'newer@example.org', '2026-02'),
    of('email', 'older@example.org', '2026-01'),
    of('name', 'Ada', '2026-01'),
    item('aside', 'name', 'A copy that a merge set aside', { changed_at: '2026-09' }, 'conflict'),
  ]
  const preferred = of('email', 'home@example.org', '2025-01', 'true')

  test('is the preferred one, else the one changed last, and comes first', () => {
    expect(valuesOf(two)).toEqual({ email: 'newer@example.org', name: 'Ada' })
    const all = [...two, preferred]
    expect(valuesOf(all)).toEqual({ email: 'home@example.org', name: 'Ada' })
    const order = ['home', 'newer', 'older', 'Ada']
    expect(claimsOf(all).map(({ value }) => value.replace('@example.org', ''))).toEqual(order)
    expect(editsFor(all, { email: 'x@example.org' }).put).toMatchObject([{ id: preferred.id, meta: preferred.meta }])
  })

  test('is written where it differs, to its own entry, or a new one for a new claim', () => {
    const edits = editsFor(two, { email: 'newer@example.org', name: 'Ada Lovelace', phone: '+41' })
    const added = { kind: 'claim', name: 'phone', value: '+41', meta: {} }
    expect(edits).toMatchObject({ put: [{ id: 'name-2026-01', value: 'Ada Lovelace' }, added], remove: [] })
    expect(edits.put).toHaveLength(2)
    expect(two.map(({ id }) => id)).not.toContain(edits.put[1]?.id)
  })

  test('removes all entries of its claim when emptied, so that no older one comes back', () => {
    expect(editsFor(two, { email: '' })).toEqual({ put: [], remove: ['email-2026-02', 'email-2026-01'] })
  })

  test('never changes an item of another kind with the same name', () => {
    expect(editsFor(items, { email: '' })).toEqual({ put: [], remove: ['home', 'work'] })
    expect(editsFor([label], { email: 'new@example.org' }).put).toMatchObject([
      { id: expect.not.stringMatching(/^label$/), kind: 'claim' },
    ])
  })
})

describe('a version that was set aside', () => {
  const aside = item(
    'aside',
    'email',
    'aside@example.org',
    { conflict_of: 'home', conflict_kind: 'claim', label: 'Home', preferred: 'true', changed_at: '2026-03' },
    'conflict',
  )
  const kept = { label: 'Home', changed_at: '2026-03' }
  const conflicted = [...items, aside]

  test('is listed apart from the claims, with defaults for missing notes', () => {
    expect(conflictsOf(conflicted)).toEqual([
      { id: 'aside', ofId: 'home', name: 'email', value: 'aside@example.org', label: 'Home', changedAt: '2026-03' },
    ])
    expect(claimsOf(conflicted).map(({ id }) => id)).toEqual(['home', 'work', 'name'])
    const others = [item('a', 'b', 'c', { conflict_kind: 'label' }, 'conflict'), { ...aside, kind: 'claim' }]
    expect(conflictsOf(others)).toEqual([])
    const bare = item('bare', 'email', 'x', { conflict_kind: 'claim' }, 'conflict')
    expect(conflictsOf([bare])).toEqual([
      { id: 'bare', ofId: '', name: 'email', value: 'x', label: undefined, changedAt: '' },
    ])
    expect(editsForConflict([bare], { id: 'bare', keep: 'aside' })).toMatchObject({
      put: [{ id: 'bare', kind: 'claim' }],
    })
    expect(claimsOf([item('a', 'email', 'x')])).toMatchObject([{ changedAt: '', label: undefined, isPreferred: false }])
  })

  const written = (id: string, meta: object) => [
    { id, kind: 'claim', name: 'email', value: 'aside@example.org', meta: { ...kept, ...meta } },
  ]
  const preferred = { preferred: 'true' }
  const alone = conflicted.filter(({ id }) => id !== 'home')

  test.each([
    ['is dropped', 'present', conflicted, { remove: ['aside'] }],
    ['takes its place with all notes', 'aside', conflicted, { put: written('home', preferred), remove: ['aside'] }],
    ['becomes a second value, not preferred', 'both', conflicted, { put: written('aside', {}) }],
    ['becomes the value if the other is gone', 'aside', alone, { put: written('aside', preferred) }],
    ['becomes the value if the other is gone', 'both', alone, { put: written('aside', preferred) }],
  ] as const)('%s if the owner keeps "%s"', (_case, keep, all, edits) => {
    expect(editsForConflict(all, { id: 'aside', keep })).toEqual(edits)
  })

  test('is no entry that was not set aside', () => {
    for (const id of ['home', 'gone']) {
      expect(() => editsForConflict(conflicted, { id, keep: 'both' })).toThrow(VaultError)
    }
  })
})
