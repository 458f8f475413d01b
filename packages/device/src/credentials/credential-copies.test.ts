import { LIMITS, type PlainItem } from '@countersign/vault'
import { expect, test } from 'vitest'
import { giveCopies, MOST_COPIES } from './credential-copies.ts'
import { type Copies, credentialItemsOf, writeCredentialItem } from './credential-item.ts'

/** Of an SD-JWT that is kept (`sd-jwt.ts`). */
const MOST_CHARACTERS = 7_680
/** As many as are kept, each of the largest. */
const issuerKeys = Array.from({ length: 8 }, () => ({
  kty: 'EC',
  crv: 'P-384',
  x: 'x'.repeat(64),
  y: 'y'.repeat(64),
  kid: 'k'.repeat(128),
  alg: 'ES384',
}))
const NAMES = { issuerName: 'ä'.repeat(80), typeName: 'ä'.repeat(80), issuerKeys, colour: '#7a2e2e' }

/** An entry whose copies have these apps. */
function entryOf(id: string, apps: readonly (string | undefined)[], length = 10): PlainItem {
  const [first, ...others] = apps.map((app, at) => {
    const x = `${at}`.padStart(43, 'x')
    return { sdJwt: 's'.repeat(length), holderKey: { kty: 'EC', crv: 'P-256', x, y: x, d: x } as const, app }
  })
  const copies: Copies = [first!, ...others]
  return { rev: 1, ...writeCredentialItem('https://uni.example/degree', { id, copies, ...NAMES }) }
}

const appsAfter = (items: readonly PlainItem[], ids: readonly string[], app: string) =>
  credentialItemsOf(giveCopies(items, ids, app).map((draft) => Object.assign({ rev: 2 }, draft))).map(({ copies }) =>
    copies.map((copy) => copy.app),
  )

test('copies: an app gets one that no other has, in any entry with the same copies', () => {
  const one = entryOf('one', ['a', undefined, undefined])
  const twin = entryOf('twin', [undefined, 'b', undefined])
  expect(appsAfter([one], ['one'], 'c')).toEqual([['a', 'c', undefined]])
  expect(appsAfter([one, twin], ['one'], 'c')).toEqual([['a', undefined, 'c']])
  expect(appsAfter([one, twin], ['twin'], 'a')).toEqual([['a', 'b', undefined]])
})

test('copies: an app that has one, or shares the only one, gets no other', () => {
  expect(giveCopies([entryOf('one', ['a', undefined])], ['one'], 'a')).toEqual([])
  expect(giveCopies([entryOf('one', [undefined])], ['one'], 'a')).toEqual([])
})

test('copies: without one left, none is given twice', () => {
  const items = [entryOf('one', ['a', undefined]), entryOf('twin', [undefined, 'b'])]
  expect(() => giveCopies(items, ['one'], 'c')).toThrow('no_copy_left')
})

test('copies: as many as are kept fit an entry, the largest with long client ids too', () => {
  const apps = Array.from({ length: MOST_COPIES }, () => `https://app.example/${'x'.repeat(900)}`)
  const { kind, name, value, meta } = entryOf('one', apps, MOST_CHARACTERS)
  const padded = new TextEncoder().encode(JSON.stringify({ sv: 1, kind, name, value, meta })).length + 1
  expect(padded).toBeLessThanOrEqual(LIMITS.itemBytes)
})
