import type { PlainItem } from '@countersign/vault'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AppMemory, appMemoriesOf, outlivedMemories, unite, writeAppMemory } from './app-memory.ts'
import type { AskedBefore } from './asked-before.ts'
import type { StandingAnswer } from './standing-answer.ts'

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
const email = { claim: 'email', value: 'ann@example.org', first: day(1), last: day(2) }
const asking = (asked: string, ...shared: string[]): AskedBefore => ({
  asked,
  scope_details: [{ name: 'email', required: true, claims: ['email'] }],
  client: {
    credentials_requested: [{ vct: 'https://uni.example/degree', issuers: ['https://uni.example'] }],
    verified_claims_required: ['email'],
  },
  shared,
  isSealed: true,
})
const MEMORY: AppMemory = {
  at: day(2),
  claims: { email: 'id-1', name: '' },
  scopes: { email: true },
  released: [email],
  goesOnUnder: 'key-1',
  shown: { '': 'app-1', email: 'email-1' },
  names: ['Bücher'],
  asked: [asking('one', 'email'), asking('two')],
}

const STANDING: StandingAnswer = {
  since: day(2),
  until: day(9),
  key: { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) },
  subject: 'ada',
  scopes: ['email'],
  verifiedOnly: ['email'],
  sent: { email: 'ann@example.org' },
  verified: ['email'],
  version: 7,
  sentAt: day(3),
  grants: [{ id: 'grant-1', secret: 's1', claims: ['email'], from: 0 }],
}

const item = (value: string, part: Partial<PlainItem> = {}): PlainItem => ({
  id: 'id',
  rev: 1,
  kind: 'app',
  name: 'books',
  value,
  meta: {},
  ...part,
})

test('an app memory is read back unchanged, whatever its claims are called', () => {
  const names = fc.constantFrom('email', '__proto__', 'constructor', 'toString')
  const memories = fc.record({
    at: fc.constant(day(3)),
    claims: fc.dictionary(names, fc.string({ unit: 'grapheme' })),
    scopes: fc.dictionary(names, fc.boolean()),
    goesOnUnder: fc.string(),
    shown: fc.dictionary(names, fc.string()),
    names: fc.array(fc.string({ unit: 'grapheme' })),
    asked: fc.array(fc.string({ unit: 'grapheme' }).map((digest) => asking(digest, 'email'))),
    standing: fc.option(fc.constant(STANDING), { nil: undefined }),
    released: fc.uniqueArray(fc.record({ claim: names, value: fc.string({ unit: 'grapheme' }) }), {
      selector: ({ claim, value }) => JSON.stringify([claim, value]),
    }),
  })
  fc.assert(
    fc.property(memories, ({ released, ...memory }) => {
      const spans = released.map((each) => ({ ...each, first: day(1), last: day(2) }))
      const written = { ...memory, released: spans }
      expect(appMemoriesOf([item(writeAppMemory(written))]).get('books')).toEqual(written)
    }),
  )
})

test('app memories of two devices merge: the later choice, and every value with its first and last time', () => {
  const later: AppMemory = {
    at: day(4),
    claims: { email: '', phone: 'id-2' },
    scopes: { phone: true },
    goesOnUnder: 'key-1',
    shown: { '': 'app-2', phone: 'phone-1' },
    names: ['Livres'],
    asked: [asking('one'), asking('three')],
    released: [
      { ...email, first: day(4), last: day(4) },
      { claim: 'phone', value: '+41', first: day(3), last: day(4) },
    ],
  }
  const united = {
    at: day(4),
    claims: { email: '', name: '', phone: 'id-2' },
    scopes: { email: true, phone: true },
    goesOnUnder: 'key-1',
    shown: { '': 'app-2', email: 'email-1', phone: 'phone-1' },
    names: ['Livres'],
    asked: [asking('two'), asking('one'), asking('three')],
    released: [
      { ...email, last: day(4) },
      { claim: 'phone', value: '+41', first: day(3), last: day(4) },
    ],
  }
  expect(unite(MEMORY, later)).toEqual(united)
  expect(unite(later, MEMORY)).toMatchObject({ ...united, released: expect.arrayContaining(united.released) })
  const aside = { kind: 'conflict', meta: { conflict_kind: 'app', conflict_of: 'id' } }
  const items = [item(writeAppMemory(MEMORY)), item(writeAppMemory(later), aside)]
  expect(appMemoriesOf(items)).toEqual(new Map([['books', united]]))
})

test('updates need the consent of both merged memories, and go to the grants of both', () => {
  const grants = [{ id: 'grant-2', secret: 's2', claims: ['email'], from: 3 }]
  const [one, other] = [
    { ...MEMORY, standing: STANDING },
    { ...MEMORY, at: day(4), standing: { ...STANDING, version: 3, sent: { email: '' }, grants } },
  ]
  const united = { ...other.standing, version: 7, grants: [...STANDING.grants, ...grants] }
  expect([unite(one, other).standing, unite(other, one).standing]).toEqual([united, united])
  expect([unite(MEMORY, other).standing, unite(one, { ...MEMORY, at: day(4) }).standing]).toEqual([
    undefined,
    undefined,
  ])
})

test('quick approval needs the consent of both merged memories', () => {
  const ended = { ...MEMORY, goesOnUnder: '' }
  expect(unite(MEMORY, ended).goesOnUnder).toBe('')
  expect(unite(ended, { ...MEMORY, at: day(4) }).goesOnUnder).toBe('')
  expect(unite(MEMORY, { ...MEMORY, goesOnUnder: 'key-2' }).goesOnUnder).toBe('')
})

test.each([
  'no JSON',
  '[]',
  '{}',
  JSON.stringify({ ...MEMORY, at: 'yesterday' }),
  JSON.stringify({ ...MEMORY, claims: { email: 7 } }),
  JSON.stringify({ ...MEMORY, asked: undefined }),
  JSON.stringify({ ...MEMORY, released: [{ claim: 'email' }] }),
])('a malformed app memory (%j) and an entry of another kind are ignored', (value) => {
  expect(appMemoriesOf([item(value), item(writeAppMemory(MEMORY), { kind: 'claim' })]).size).toBe(0)
})

test('an app memory drops its oldest values beyond the limit', () => {
  const released = Array.from({ length: 300 }, (_, index) => {
    const time = new Date(index * 1000).toISOString()
    return { claim: 'picture', value: `${index} ${'x'.repeat(2000)}`, first: time, last: time }
  })
  const value = writeAppMemory({ ...MEMORY, released })
  expect(value.length).toBeLessThan(48 * 1024)
  const kept = appMemoriesOf([item(value)]).get('books')?.released ?? []
  expect(kept.length).toBeGreaterThan(15)
  expect(kept.at(-1)).toEqual(released.at(-1))
  expect(kept).toEqual(released.slice(-kept.length))
})

test('an app memory keeps its latest kinds of requests, and none that is too long', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e'].map((digest) => asking(digest))
  const united = unite(MEMORY, { ...MEMORY, at: day(4), asked: kinds })
  expect(united.asked.map(({ asked }) => asked)).toEqual(['b', 'c', 'd', 'e'])
  const long = asking('long', 'x'.repeat(9_000))
  expect(appMemoriesOf([item(writeAppMemory({ ...MEMORY, asked: [long] }))]).get('books')?.asked).toEqual([])
})

test.each([
  ['more apps than are known', '', 1_005, 6],
  ['more than a quarter of the vault', 'x'.repeat(40_000), 120, 19],
])('of %s, the memories used longest ago are dropped, never that of the present app', (_case, value, count, left) => {
  const items = Array.from({ length: count }, (_, index) => {
    const at = new Date(index * 1000).toISOString()
    const released = [{ claim: 'note', value, first: at, last: at }]
    return item(writeAppMemory({ ...MEMORY, at, released }), { id: `${index}`, name: `app ${index}` })
  })
  const outlived = outlivedMemories([...items, item('', { kind: 'claim' })], 'new').map(({ id }) => Number(id))
  expect(outlived.toSorted((one, other) => one - other)).toEqual(Array.from({ length: left }, (_, index) => index))
  expect(outlivedMemories(items, 'app 0').map(({ name }) => name)).not.toContain('app 0')
  expect(outlivedMemories(items.slice(-10), 'new')).toEqual([])
})
