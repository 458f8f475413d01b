import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type VaultEdits } from './commit.ts'
import type { ItemDraft, PlainItem } from './item.ts'
import { mergeEdits } from './merge.ts'
import {
  AUTHOR,
  afterCommit,
  claim,
  EMAIL,
  NAME,
  open,
  PHONE,
  prepare,
  RELEASED,
  vaultWith,
  write,
} from './testing/sample-vault.ts'

const EARLIER = '2026-01-01T00:00:00.000Z'
const LATER = '2026-12-31T00:00:00.000Z'

function item(draft: ItemDraft, rev: number, changes: { value?: string; changedAt?: string } = {}): PlainItem {
  return { ...draft, rev, value: changes.value ?? draft.value, meta: { changed_at: changes.changedAt ?? EARLIER } }
}

function merge(base: PlainItem[], edits: Partial<VaultEdits>, theirs: PlainItem[]) {
  return mergeEdits({ base, edits: { put: [], remove: [], ...AUTHOR, ...edits }, theirs })
}

const base = [item(EMAIL, 1), item(NAME, 1)]
const mine = { ...EMAIL, value: 'mine@example.org' }
const theirs = (changedAt: string) => [item(EMAIL, 2, { value: 'theirs@example.org', changedAt }), item(NAME, 1)]

test('edits of different items go together without a conflict', () => {
  const { put, remove } = merge(base, { put: [mine], remove: [NAME.id] }, [...base, item(PHONE, 1)])
  expect([put, remove]).toEqual([[mine], [NAME.id]])
})

test('merge: of two edits, my newer one stays and theirs becomes a copy', () => {
  const { put } = merge(base, { put: [mine] }, theirs(EARLIER))
  expect(put.map(({ id, kind, value }) => [id, kind, value])).toEqual([
    [EMAIL.id, 'claim', 'mine@example.org'],
    [expect.not.stringMatching(EMAIL.id), 'conflict', 'theirs@example.org'],
  ])
  expect(put[1]?.meta).toMatchObject({ conflict_of: EMAIL.id, conflict_kind: 'claim' })
})

test('merge: of two edits, their newer one stays and mine becomes a copy', () => {
  const { put } = merge(base, { put: [mine] }, theirs(LATER))
  expect(put).toMatchObject([{ kind: 'conflict', value: 'mine@example.org' }])
  expect(put[0]?.id).not.toBe(EMAIL.id)
})

test('merge: the same edit on both sides is no conflict', () => {
  const { put } = merge(base, { put: [mine, PHONE] }, [item(mine, 2), item(NAME, 1), item(PHONE, 1)])
  expect(put).toEqual([])
})

test('merge: an unchanged item yields to their edit', () => {
  expect(merge(base, { put: [EMAIL] }, theirs(EARLIER)).put).toEqual([])
})

test.each<[string, ItemDraft['meta'], number]>([
  ['in another order is no edit', { b: '2', a: '1' }, 0],
  ['in the same order is no edit', { a: '1', b: '2' }, 0],
  ['with another text is one', { a: '1', b: '3' }, 1],
  ['with one left out is one', { a: '1' }, 1],
])('an item written back with its notes %s', (_, meta, edited) => {
  const noted = { ...item(EMAIL, 1), meta: { changed_at: EARLIER, a: '1', b: '2' } }
  const { put } = merge([noted], { put: [{ ...EMAIL, meta }] }, [noted])
  expect(put).toHaveLength(edited)
})

test('an edit wins over a removal on either side', () => {
  const removedByThem = merge(base, { put: [mine] }, [item(NAME, 1)])
  expect(removedByThem.put).toEqual([{ ...mine, id: expect.not.stringMatching(EMAIL.id) }])
  expect(merge(base, { remove: [EMAIL.id] }, theirs(EARLIER)).remove).toEqual([])
})

test('merge: log entries and pins pass through', () => {
  const pins = { app: { name: 'App', host: 'app.example', jkt: '', since: EARLIER, used: EARLIER } }
  const edits = merge(base, { put: [mine], activity: [RELEASED], pins }, theirs(LATER))
  expect(edits).toMatchObject({ activity: [RELEASED], pins })
})

test('merge: an item removed on both sides stays removed', () => {
  const { remove } = merge(base, { remove: [EMAIL.id] }, [item(NAME, 1)])
  expect(remove).toEqual([])
})

test('merge: their new item is not removed', () => {
  const { remove } = merge([], { remove: [EMAIL.id] }, theirs(EARLIER))
  expect(remove).toEqual([])
})

type Action = 'keep' | 'edit' | 'remove'
const action = fc.constantFrom<Action>('keep', 'edit', 'remove')
const side = fc.record({
  actions: fc.array(action, { minLength: 4, maxLength: 4 }),
  added: fc.nat(2),
  isLater: fc.boolean(),
})

test('merge: no edit of either side is lost', () => {
  fc.assert(
    fc.property(side, side, (left, right) => {
      const ids = left.actions.map((_, index) => `10000000-0000-4000-8000-00000000000${index}`)
      const start = ids.map((id) => item(claim(id, id, 'start'), 1))
      const put = [...editsOf(start, left.actions, 'mine'), ...additions(left.added, 'mine')]
      const remove = ids.filter((_, index) => left.actions[index] === 'remove')
      const changedAt = right.isLater ? LATER : EARLIER
      const after = [
        ...start.filter((_, index) => right.actions[index] === 'keep'),
        ...[...editsOf(start, right.actions, 'theirs'), ...additions(right.added, 'theirs')].map((draft) =>
          item(draft, 2, { changedAt }),
        ),
      ]
      const edits = mergeEdits({ base: start, edits: { ...AUTHOR, put, remove }, theirs: after })
      const result = new Map([...after, ...edits.put].map((draft) => [draft.id, draft]))
      for (const id of edits.remove) result.delete(id)
      const values = [...result.values()].map(({ value }) => value)
      const written = [...put, ...after].map(({ value }) => value).filter((value) => value !== 'start')
      expect(values).toEqual(expect.arrayContaining(written))
      const editedByThem = new Set(ids.filter((_, index) => right.actions[index] === 'edit'))
      expect(remove.filter((id) => result.has(id))).toEqual(remove.filter((id) => editedByThem.has(id)))
    }),
    { numRuns: 1000 },
  )
})

function editsOf(start: readonly PlainItem[], actions: readonly Action[], who: string): ItemDraft[] {
  return start.filter((_, index) => actions[index] === 'edit').map(({ id, name }) => claim(id, name, `${who} ${id}`))
}

function additions(count: number, who: string): ItemDraft[] {
  return Array.from({ length: count }, (_, index) => claim(crypto.randomUUID(), 'added', `${who} added ${index}`))
}

test('a writer whose commit is stale opens, merges and commits on top', async () => {
  const start = await vaultWith(EMAIL, NAME)
  const edits = { put: [mine], remove: [], ...AUTHOR }
  const stale = await prepare(start.vault, edits)
  const other = await write(start, { put: [{ ...NAME, value: 'Ann Other' }], device: 'Phone' })
  const fresh = await open(other.snapshot, { memory: start.vault.memory })
  const merged = mergeEdits({ base: start.vault.items, edits, theirs: fresh.vault.items })
  const retry = await prepare(fresh.vault, merged)
  const snapshot = afterCommit(other.snapshot, retry.commit)
  const { vault } = await open(snapshot, { memory: fresh.memory })
  expect(vault.items.map(({ value }) => value)).toEqual(['mine@example.org', 'Ann Other'])
  expect(stale.etag).not.toBe(retry.etag)
})
