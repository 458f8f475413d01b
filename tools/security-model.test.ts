import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readText } from './files.ts'

const ROW = /^\| (?<number>\d+) \| (?<attack>[^|]+) \| (?<defence>[^|]+) \| (?<tests>.+) \|$/gm
const NAMED_TEST = /\[(?<name>[^\]]+)\]\(\.\.\/(?<path>[^)]+\.test\.ts)\)/g
const ATTACKS = 222

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

test('browser tests that a row of the security model names are of the first rank', () => {
  const named = rows.flatMap(({ tests }) => tests).filter(({ path }) => path.startsWith('e2e/browser/'))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(isOfPages)).toEqual([])
})

test('a browser test of the second rank would be noticed, by its own mark and by that of its group', () => {
  expect(
    isOfPages({
      name: 'whose address is damaged says so before the sign-in',
      path: 'e2e/browser/requests.test.ts',
    }),
  ).toBe(true)
  expect(isOfPages({ name: 'says when the vault is too full for the edit', path: 'e2e/browser/vault.test.ts' })).toBe(
    true,
  )
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

/** Marked by PAGES (e2e/support/browser.ts), or in a group that is. */
function isOfPages({ name, path }: NamedTest): boolean {
  const text = readText(path)
  const start = text.indexOf(name)
  const marked = /^.,\s*PAGES\b/.test(text.slice(start + name.length))
  return marked || groupsAround(text.slice(0, start)).some((line) => line.includes(', PAGES,'))
}

/** The lines before the end of this text that are further left than all after them. */
function groupsAround(text: string): readonly string[] {
  const indent = (line: string): number => line.search(/\S/)
  const lines = text.split('\n').filter((line) => indent(line) >= 0)
  const around = [lines.pop() ?? '']
  for (const line of lines.toReversed()) if (indent(line) < indent(around.at(-1) ?? '')) around.push(line)
  return around
}
