import { expect, test } from 'vitest'
import { findNamesakes } from './app-identity.ts'

const time = '2026-01-01T00:00:00.000Z'
const pin = (name: string, host: string) => ({ name, host, jkt: '', since: time, used: time })
const BOOKS = pin('Wildflower Books', 'books.example')
const app = (name: string, host: string, clientId = 'new') => ({ clientId, name, host, encryptionKey: undefined })

test.each([
  ['the same name', 'Wildflower Books'],
  ['other capitals', 'WILDFLOWER books'],
  ['other spaces', 'Wildflower\u00A0\u2009Books '],
  ['invisible characters', 'Wild\u200Bflower\u2060 \u202EBooks\u00AD'],
  ['another form of the same letters', 'Ｗｉｌｄﬂower Books'],
  ['a Cyrillic letter', 'Wildflower Bоoks'],
  ['a Greek letter', 'Wildflower Bοoks'],
  ['digits', 'Wildflower B00ks'],
  ['a full stop', 'Wildflower Books.'],
  ['a legal form', 'Wildflower Books Inc'],
  ['a combining dot', 'Wildflower Books\u0323'],
  ['a reversed run', 'Wildflower \u202EskooB'],
  ['a Lisu letter', 'Wildflower ꓐooks'],
  ['a small capital', 'Wildflower ʙooks'],
])('a new app with %s as a known one is told from it', (_case, name) => {
  expect(findNamesakes({ known: BOOKS }, app(name, 'elsewhere.example'))).toEqual([
    { name: BOOKS.name, host: BOOKS.host, since: time },
  ])
})

test('a new app at the host of a known one is told from it, but not at that of every program on this computer', () => {
  expect(findNamesakes({ known: BOOKS }, app('Books 2', 'books.example'))).toHaveLength(1)
  for (const host of ['localhost:8090', '127.0.0.1', '[::1]:80', '']) {
    expect(findNamesakes({ known: pin('Shell', host) }, app('Other', host))).toEqual([])
  }
})

test.each(['b00ks.example', 'books-example', 'bo0ks.example'])(
  'a new app at %s is told from a known one whose host looks like it',
  (host) => expect(findNamesakes({ known: BOOKS }, app('Meadow', host))).toHaveLength(1),
)

test.each(['Почта России', '日本の本屋', 'مكتبة'])('%s, a name in one script, has no namesake by itself', (name) => {
  expect(findNamesakes({ known: BOOKS }, app(name, 'elsewhere.example'))).toEqual([])
})

test('a known app that takes the name of another is told from it, one that kept its own is not', () => {
  const pins = { known: BOOKS, own: pin('Garden', 'garden.example'), old: pin('', 'old.example') }
  expect(findNamesakes(pins, app('Wildflower Books', 'garden.example', 'own'))).toHaveLength(1)
  expect(findNamesakes(pins, app('garden', 'books.example', 'own'))).toEqual([])
  expect(findNamesakes(pins, app('Wildflower Books', 'old.example', 'old'))).toEqual([])
})

test('an app like no other has no namesake', () => {
  expect(findNamesakes({ known: BOOKS }, app('Meadow Books', 'meadow.example'))).toEqual([])
  expect(findNamesakes({ old: pin('', '') }, app('\u200B', ''))).toEqual([])
})
