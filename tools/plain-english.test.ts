import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** STYLE.md, "Plain English". */
const AVOIDED = /(?:^|[.:;(—] )(?:What|Who) |\b(?:whoever|nobody|somebody|anybody)\b|\bis none\b/i
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?!\/)|--)\s?(?<text>.*)/
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(?<quote>['"`])(?<text>.*?)\k<quote>/
/** Only ever lower it. */
const MOST = 6

function isAvoided(line: string): boolean {
  return AVOIDED.test((COMMENT.exec(line) ?? TEST_NAME.exec(line))?.groups?.['text'] ?? '')
}

function avoidedIn(file: string): readonly string[] {
  const lines = readText(file).split('\n')
  return lines.flatMap((line, index) => (isAvoided(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
}

test('comments and test names avoid the words that STYLE.md lists', () => {
  const found = listFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.sql').flatMap(avoidedIn)
  expect(found.length, found.join('\n')).toBeLessThan(MOST)
})

test.each([
  ['  // What a client may ask for.', true],
  ['/** Revokes the grant: nobody may use it. */', true],
  ["  test('whoever asks is refused', () => {", true],
  ["const message = 'nobody'", false],
  ['// Revokes the grant (RFC 9700 §4.14.2).', false],
])('plain English: %s is counted: %s', (line, isCounted) => {
  expect(isAvoided(line)).toBe(isCounted)
})
