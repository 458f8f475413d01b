import type { PlainItem } from '@countersign/vault'
import { expect, test } from 'vitest'
import { editsFor } from '../entries/edit-claims.ts'
import { claimsOf, valuesOf } from './claim-items.ts'

const item = (name: string, value: string, changedAt: string, kind = 'claim'): PlainItem => ({
  id: `${name}-${changedAt}-${kind}`,
  rev: 1,
  kind,
  name,
  value,
  meta: { changed_at: changedAt },
})
const items = [
  item('email', 'newer@example.org', '2026-02'),
  item('email', 'older@example.org', '2026-01'),
  item('name', 'Ada', '2026-01'),
  item('name', 'A copy that a merge set aside', '2026-09', 'conflict'),
]

test('only claims are shared, and of two for the same claim the one changed last', () => {
  expect(valuesOf(items)).toEqual({ email: 'newer@example.org', name: 'Ada' })
})

test('only what differs is written', () => {
  const edits = editsFor(items, { email: 'newer@example.org', name: 'Ada Lovelace' })
  expect(edits.put).toEqual([expect.objectContaining({ id: 'name-2026-01-claim', value: 'Ada Lovelace' })])
  expect(edits.remove).toEqual([])
})

test('a new claim gets an entry of its own', () => {
  const [added] = editsFor(items, { phone: '+41' }).put
  expect(added).toMatchObject({ kind: 'claim', name: 'phone', value: '+41', meta: {} })
  expect(items.map(({ id }) => id)).not.toContain(added?.id)
})

test('an emptied claim leaves the vault with all of its entries, and no older one comes back', () => {
  expect(editsFor(items, { email: '' })).toMatchObject({
    put: [],
    remove: ['email-2026-02-claim', 'email-2026-01-claim'],
  })
})

test('a preferred value counts before one that was changed later, and comes first', () => {
  const preferred = {
    ...item('email', 'home@example.org', '2025-01'),
    meta: { changed_at: '2025-01', preferred: 'true' },
  }
  const all = [...items, preferred]
  expect(valuesOf(all)).toEqual({ email: 'home@example.org', name: 'Ada' })
  expect(claimsOf(all).map(({ value }) => value)).toEqual([
    'home@example.org',
    'newer@example.org',
    'older@example.org',
    'Ada',
  ])
  expect(editsFor(all, { email: 'x@example.org' }).put).toEqual([
    expect.objectContaining({ id: preferred.id, value: 'x@example.org', meta: preferred.meta }),
  ])
})
