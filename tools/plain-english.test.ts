import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** STYLE.md, "Plain English". */
const AVOIDED =
  /(?:^|[.:;(—] )(?:What|Who) (?![^.]*\?)|\b(?:whoever|nobody|somebody|anybody|of before)\b|\b(?:is|are) none\b/i
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?!\/)|--)\s?(?<text>.*)/
const STRING = /'(?<single>(?:[^'\\]|\\.)*)'|"(?<double>(?:[^"\\]|\\.)*)"|`(?<template>(?:[^`\\]|\\.)*)`/g
const TEST_NAME = /^\s*(?:test|describe)\S*\(\s*(?<quote>['"`])(?<text>.*)\k<quote>,/
const LONGEST_NAME = 100
const LISTS_THE_WORDS: readonly string[] = ['STYLE.md', 'tools/plain-english.test.ts']
/** Of all: comments, strings, test names, documents. Only ever lower it. */
const MOST = 4

/** Comments, and strings of several words: sentences, names of tests, rows of their tables. */
function proseOf(line: string): readonly string[] {
  const comment = COMMENT.exec(line)?.groups?.['text']
  if (comment !== undefined) return [comment]
  const strings = Array.from(
    line.matchAll(STRING),
    ({ groups = {} }) => groups['single'] ?? groups['double'] ?? groups['template'] ?? '',
  )
  return strings.filter((text) => text.trim().includes(' '))
}

const isAvoided = (text: string): boolean => AVOIDED.test(text)

function withoutCode(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, '')
    .split('\n')
}

test('comments, strings, test names and documents avoid the words that STYLE.md lists', () => {
  const sources = listFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.sql').filter((file) => !file.includes('/messages/'))
  const found = [
    ...sources.map((file) => [file, readText(file).split('\n').flatMap(proseOf)] as const),
    ...listFiles('*.md').map((file) => [file, withoutCode(readText(file))] as const),
  ]
    .filter(([file]) => !LISTS_THE_WORDS.includes(file))
    .flatMap(([file, texts]) => texts.filter(isAvoided).map((text) => `${file}: ${text}`))
  expect(found.length, found.join('\n')).toBeLessThan(MOST)
})

test('a test name has at most 100 characters', () => {
  const names = listFiles('*.test.ts', '*.test.tsx').flatMap((file) =>
    readText(file)
      .split('\n')
      .flatMap((line) => TEST_NAME.exec(line)?.groups?.['text'] ?? []),
  )
  expect(names.length).toBeGreaterThan(1_000)
  expect(names.filter((name) => name.length > LONGEST_NAME)).toEqual([])
})

test.each([
  ['  // What a client may ask for.', true],
  ['/** Revokes the grant: nobody may use it. */', true],
  ["  test('whoever asks is refused', () => {", true],
  ["const message = 'This is refused: nobody is signed in'", true],
  ["const name = 'nobody'", false],
  ["const question = 'Who can see this?'", false],
  ['// Revokes the grant (RFC 9700 §4.14.2).', false],
])('plain English: %s is counted: %s', (line, isCounted) => {
  expect(proseOf(line).some(isAvoided)).toBe(isCounted)
})
