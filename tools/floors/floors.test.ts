import { expect, test } from 'vitest'
import { listFiles, readText } from '../files.ts'
import { FLOORS, findClimb, placeOf, RINGS, ringOf } from './floors.ts'

const IMPORT = /(?:\bfrom|\bimport\(|^import) ?'(?<specifier>[^']+)'/gm

const folders = RINGS.flatMap((names) => names.split(' '))
const files = listFiles(...folders.flatMap((folder) => [`${folder}/**.ts`, `${folder}/**.tsx`]))

test('floors: every file of a tree stands on one, and every one has files', () => {
  const placed = files.filter((file) => placeOf(file))
  expect(placed.filter((file) => placeOf(file)?.floor === -1)).toEqual([])
  const used = new Set(placed.map((file) => `${placeOf(file)?.tree}/${placeOf(file)?.name}`))
  const named = Object.entries(FLOORS).flatMap(([tree, floors]) =>
    floors.flatMap((names) => names.split(' ').map((name) => `${tree}/${name}`)),
  )
  expect(named.filter((name) => !used.has(name))).toEqual([])
})

test('rings: every package that ships stands in one, and every one has files', () => {
  const roots = ['packages', 'services', 'kit', 'operate', 'verify'].map((root) => `${root}/*/package.json`)
  const packages = listFiles(...roots).map((manifest) => manifest.replace('/package.json', ''))
  const ofOurTests = ['packages/testing']
  expect(packages.filter((folder) => !ofOurTests.includes(folder) && !ringOf(`${folder}/src/x.ts`))).toEqual([])
  expect(folders.filter((folder) => !files.some((file) => file.startsWith(`${folder}/`)))).toEqual([])
})

test('floors and rings: no import runs up', () => {
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
  ['services/provider/src/ground/config.ts', '@countersign/contracts', false],
  ['services/web/src/app.tsx', '@countersign/console/client/start.tsx', true],
  ['services/web/src/app.test.ts', '@countersign/console/client/start.tsx', false],
  ['packages/vault/src/vault.ts', '@countersign/provider', true],
  ['verify/verify-client/src/program.ts', 'countersign/internal/server.ts', true],
  ['operate/cli/src/program.ts', '@countersign/verify-client', false],
])('floors: an import in %s from %s runs up: %s', (file, specifier, climbs) => {
  expect(findClimb(file, specifier) !== undefined).toBe(climbs)
})
