import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readText } from './files.ts'

const ROW = /^\| (?<number>\d+) \| (?<attack>[^|]+) \| (?<defence>[^|]+) \| (?<tests>.+) \|$/gm
const NAMED_TEST = /\[(?<name>[^\]]+)\]\(\.\.\/(?<path>[^)]+\.test\.ts)\)/g
const ATTACKS = 184

type Row = { readonly number: string; readonly tests: readonly NamedTest[] }
type NamedTest = { readonly name: string; readonly path: string }

const rows = readRows(readText('docs/security-model.md'))

test('the security model has every attack once, in order, with a test', () => {
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: ATTACKS }, (_, index) => index + 1))
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
})

test.each(rows)('the tests that row $number of the security model names are there', ({ tests }) => {
  expect(tests.filter((named) => !isThere(named))).toEqual([])
})

test('a test that is not there would be noticed', () => {
  expect(isThere({ name: 'a name that no test has', path: 'tools/security-model.test.ts' })).toBe(false)
  expect(isThere({ name: 'any', path: 'tools/no-such.test.ts' })).toBe(false)
})

function readRows(text: string): Row[] {
  return Array.from(text.matchAll(ROW), ({ groups }) => ({
    number: groups?.['number'] ?? '',
    tests: namedTestsIn(groups?.['tests'] ?? ''),
  }))
}

function namedTestsIn(text: string): NamedTest[] {
  return Array.from(text.matchAll(NAMED_TEST), (match) => match.groups as NamedTest)
}

/** A test or a group of tests bears exactly this name. */
function isThere({ name, path }: NamedTest): boolean {
  if (!existsSync(join(ROOT, path))) return false
  const titles = Array.from(readText(path).matchAll(/\(\s*(?<quote>['"`])(?<title>.*?)\k<quote>,/g))
  return titles.some(({ groups }) => groups?.['title'] === name)
}
