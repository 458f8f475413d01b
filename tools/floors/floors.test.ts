import { expect, test } from 'vitest'
import { listFiles, readText } from '../files.ts'
import { FLOORS, findClimb, placesOf } from './floors.ts'

const IMPORT = /(?:\bfrom|\bimport\(|^import) ?'(?<specifier>[^']+)'/gm

const files = listFiles(...Object.keys(FLOORS).map((tree) => `${tree}/**.ts`)).filter(
  (file) => placesOf(file).length > 0,
)

test('floors: every file stands on one, and every one has files', () => {
  const places = files.flatMap(placesOf)
  expect(places.filter(({ floor }) => floor === -1)).toEqual([])
  const used = new Set(places.map(({ tree, name }) => `${tree}/${name}`))
  const named = Object.entries(FLOORS).flatMap(([tree, floors]) =>
    floors.flatMap((names) => names.split(' ').map((name) => `${tree}/${name}`)),
  )
  expect(named.filter((name) => !used.has(name))).toEqual([])
})

test('floors: no import runs up', () => {
  const climbs = files.flatMap((file) =>
    Array.from(readText(file).matchAll(IMPORT), ({ groups }) => findClimb(file, groups?.['specifier'] ?? '')).flatMap(
      (climb) => (climb === undefined ? [] : [`${file}: ${climb}`]),
    ),
  )
  expect(climbs).toEqual([])
})

test.each([
  ['services/provider/src/ground/config.ts', '../clients/client.ts', true],
  ['services/provider/src/flow/tokens/exchange-code.ts', '../../index.ts', true],
  ['services/provider/src/flow/tokens/exchange-code.ts', '../../clients/client.ts', false],
  ['services/provider/src/ground/config.test.ts', '../clients/client.ts', false],
  ['services/provider/src/ground/config.ts', '@countersign/core', false],
  ['services/core/src/accounts/records/account.store.ts', '../sessions/session.store.ts', true],
  ['services/core/src/accounts/records/account.store.ts', '../../surface/app.ts', true],
  ['services/core/src/accounts/operators/account-acts.ts', '../records/account.store.ts', false],
])('floors: an import in %s from %s runs up: %s', (file, specifier, climbs) => {
  expect(findClimb(file, specifier) !== undefined).toBe(climbs)
})
