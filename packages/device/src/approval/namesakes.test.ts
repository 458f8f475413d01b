import type { PlainItem, RpPins } from '@countersign/vault'
import { expect, test } from 'vitest'
import { findNamesakes } from './namesakes.ts'

const since = '2026-01-01T00:00:00.000Z'
const pinOf = (name: string, host: string) => ({ name, host, jkt: '', since, used: since })
const BOOKS = pinOf('Wildflower Books', 'books.example')
const appCalled = (name: string, host: string, clientId = 'new', ...others: readonly string[]) => ({
  clientId,
  names: [name, ...others],
  host,
})

/** A vault with these pins, whose memories of apps have these names in other languages. */
function vaultOf(rpPins: RpPins, names: Readonly<Record<string, readonly string[]>> = {}) {
  const items = Object.entries(names).map(([name, others]): PlainItem => {
    const value = JSON.stringify({
      at: since,
      claims: {},
      scopes: {},
      released: [],
      goesOnUnder: '',
      shown: {},
      asked: [],
      names: others,
    })
    return { id: name, rev: 1, kind: 'app', name, value, meta: {} }
  })
  return { rpPins, items }
}

test.each([
  ['the same name', 'Wildflower Books'],
  ['invisible characters', 'Wild\u200Bflower\u2060 \u202EBooks\u00AD'],
  ['a Cyrillic letter', 'Wildflower Bоoks'],
])('a new app with %s as a known one is named as similar', (_case, name) => {
  expect(findNamesakes(vaultOf({ known: BOOKS }), appCalled(name, 'elsewhere.example'))).toEqual([
    { name: BOOKS.name, host: BOOKS.host, since },
  ])
})

test("a new app at a known app's host is named as similar, except on localhost", () => {
  expect(findNamesakes(vaultOf({ known: BOOKS }), appCalled('Books 2', 'books.example'))).toHaveLength(1)
  for (const host of ['localhost:8090', '127.0.0.1', '[::1]:80', '']) {
    expect(findNamesakes(vaultOf({ known: pinOf('Shell', host) }), appCalled('Other', host))).toEqual([])
  }
})

test.each(['b00ks.example', 'books-example', 'bo0ks.example'])(
  'a new app at %s is named as similar to a known one',
  (host) => expect(findNamesakes(vaultOf({ known: BOOKS }), appCalled('Meadow', host))).toHaveLength(1),
)

test.each(['Почта России', '日本の本屋', 'مكتبة'])('%s, a name in one script, has no namesake on its own', (name) => {
  expect(findNamesakes(vaultOf({ known: BOOKS }), appCalled(name, 'elsewhere.example'))).toEqual([])
})

test("a known app that takes another app's name is named as similar; one that kept its own is not", () => {
  const pins = { known: BOOKS, own: pinOf('Garden', 'garden.example') }
  expect(findNamesakes(vaultOf(pins), appCalled('Wildflower Books', 'garden.example', 'own'))).toHaveLength(1)
  expect(findNamesakes(vaultOf(pins), appCalled('garden', 'books.example', 'own'))).toEqual([])
})

test('an app like no other has no namesake', () => {
  expect(findNamesakes(vaultOf({ known: BOOKS }), appCalled('Meadow Books', 'meadow.example'))).toEqual([])
  expect(findNamesakes(vaultOf({ known: BOOKS }), appCalled('\u200B', ''))).toEqual([])
})

test('a new app that is called like a known one in another language is named as similar', () => {
  const app = appCalled('Meadow', 'meadow.example', 'new', 'Wiese', 'Wildflower Вooks')
  expect(findNamesakes(vaultOf({ known: BOOKS }), app)).toMatchObject([{ name: 'Wildflower Books' }])
})

test('a new app with a name that a known one has in another language is named as similar, by that name', () => {
  const vault = vaultOf({ known: BOOKS }, { known: ['Fleurs', 'Wildblumen'] })
  expect(findNamesakes(vault, appCalled('Wi1dblumen', 'evil.example'))).toMatchObject([
    { name: 'Wildblumen', host: 'books.example' },
  ])
  expect(findNamesakes(vault, appCalled('Meadow', 'meadow.example', 'new', 'FLEURS'))).toHaveLength(1)
})

test("a known app that takes another's name in a translation is named as similar until approved", () => {
  const pins = { known: BOOKS, own: pinOf('Garden', 'garden.example') }
  const app = appCalled('Garden', 'garden.example', 'own', 'Garten', 'Wildflower Books')
  expect(findNamesakes(vaultOf(pins, { own: ['Garten'] }), app)).toHaveLength(1)
  expect(findNamesakes(vaultOf(pins, { own: ['Garten', 'Wildflower Books'] }), app)).toEqual([])
})
