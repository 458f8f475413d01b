import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { chooseChecked, chooseTests, SYSTEM_TESTS } from './choose-tests.ts'

test('changed files: every folder and test of the table is there', () => {
  const paths = SYSTEM_TESTS.map(([folder, tests]) => [folder, tests]).flat(2)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test.each([
  [
    'a library, by its imports',
    'packages/names/src/look-alike.ts',
    'services/provider/test/dynamic-registration.test.ts',
  ],
  ['a service, within it', 'services/provider/src/flow/tokens/exchange-code.ts', 'services/provider/test/flow.test.ts'],
  ['a file without imports, in its workspace', 'services/provider/package.json', 'services/provider/test/flow.test.ts'],
  ['a page, by the table', 'services/web/src/pages/consent/consent-page.tsx', 'e2e/browser/consent.test.ts'],
  ['support of the browser tests', 'e2e/support/person.ts', 'e2e/browser/vault.test.ts'],
  ['a file that reaches everything', 'package-lock.json', 'packages/vault/src/merge.test.ts'],
])('changed files: choose tests of %s: %s, %s', (_which, file, chosen) => {
  expect(chooseTests([file])).toContain(chosen)
})

test('changed files: a service chooses no tests of another, a document only those that always run', () => {
  const tests = chooseTests(['services/provider/src/flow/tokens/exchange-code.ts', 'README.md'])
  expect(tests.filter((file) => file.startsWith('services/core/'))).toEqual([])
  expect(chooseTests(['README.md'])).toEqual(chooseTests([]))
})

test('changed files: types are checked of a changed file and of those that import it', () => {
  const checked = chooseChecked(['packages/names/src/look-alike.ts', 'README.md'])
  expect(checked).toContain('packages/names/src/look-alike.ts')
  expect(checked).toContain('packages/names/src/names.test.ts')
  expect(checked).not.toContain('README.md')
})
