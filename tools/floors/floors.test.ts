import { expect, test } from 'vitest'
import { listFiles, readText } from '../files.ts'
import { FLOORS, findClimb, placesOf, RINGS, ringOf } from './floors.ts'

const IMPORT = /(?:\bfrom|\bimport\(|^import) ?'(?<specifier>[^']+)'/gm

const folders = RINGS.flatMap((names) => names.split(' '))
const files = listFiles(...folders.flatMap((folder) => [`${folder}/**.ts`, `${folder}/**.tsx`]))

test('floors: every file of a tree stands on one, and every one has files', () => {
  const unplaced = files.filter((file) => placesOf(file).some(({ floor }) => floor === -1))
  expect(unplaced).toEqual([])
  const used = new Set(files.flatMap(placesOf).map(({ tree, name }) => `${tree}/${name}`))
  const named = Object.entries(FLOORS).flatMap(([tree, floors]) =>
    floors.flatMap((names) => names.split(' ').map((name) => `${tree}/${name}`)),
  )
  expect(named.filter((name) => !used.has(name))).toEqual([])
})

test('rings: every package that ships stands in one, and every one has files', () => {
  const roots = ['packages', 'services', 'kit', 'operate', 'verify'].map((root) => `${root}/*/package.json`)
  const packages = listFiles(...roots).map((manifest) => manifest.replace('/package.json', ''))
  const ofOurTests = ['packages/testing']
  expect(
    packages.filter((folder) => !ofOurTests.includes(folder) && ringOf(`${folder}/src/x.ts`).length === 0),
  ).toEqual([])
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
  ['services/core/src/accounts/records/account.store.ts', '../sessions/session.store.ts', true],
  ['services/core/src/accounts/records/account.store.ts', '../../surface/app.ts', true],
  ['services/core/src/accounts/operators/account-acts.ts', '../records/account.store.ts', false],
  ['services/web/src/app.tsx', '@countersign/console/client/start.tsx', true],
  ['services/web/src/app.test.ts', '@countersign/console/client/start.tsx', false],
  ['packages/vault/src/vault.ts', '@countersign/provider', true],
  ['verify/verify-client/src/program.ts', 'countersign/internal/server.ts', true],
  ['operate/cli/src/program.ts', '@countersign/verify-client', false],
])('floors: an import in %s from %s runs up: %s', (file, specifier, climbs) => {
  expect(findClimb(file, specifier) !== undefined).toBe(climbs)
})
