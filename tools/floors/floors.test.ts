import { expect, test } from 'vitest'
import { listFiles, readText } from '../files.ts'
import { FLOORS, findClimb, placeOf } from './floors.ts'

const IMPORT = /(?:\bfrom|\bimport\(|^import) ?'(?<specifier>[^']+)'/gm

const files = listFiles(...Object.keys(FLOORS).map((tree) => `${tree}/**.ts`)).filter((file) => placeOf(file))

test('floors: every file stands on one, and every one has files', () => {
  expect(files.filter((file) => placeOf(file)?.floor === -1)).toEqual([])
  const used = new Set(files.map((file) => `${placeOf(file)?.tree}/${placeOf(file)?.name}`))
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
])('floors: an import in %s from %s runs up: %s', (file, specifier, climbs) => {
  expect(findClimb(file, specifier) !== undefined).toBe(climbs)
})
