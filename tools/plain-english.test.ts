import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** STYLE.md, "Plain English". */
const AVOIDED = /(?:^|[.:;(—] )(?:What|Who) |\b(?:whoever|nobody|somebody|anybody)\b|\bis none\b/i
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*(?!\/)|--)\s?(?<text>.*)/
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(?<quote>['"`])(?<text>.*?)\k<quote>/
/** Only ever lower it: the goal is 100. Most are names of tests. */
const MOST = 267

function avoidedIn(file: string): readonly string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const text = (COMMENT.exec(line) ?? TEST_NAME.exec(line))?.groups?.['text'] ?? ''
    return AVOIDED.test(text) ? [`${file}:${index + 1}: ${text}`] : []
  })
}

test('comments and test names avoid the words that STYLE.md lists', () => {
  const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.css', '*.sql'], { cwd: ROOT })
  const found = files.toString().split('\0').filter(Boolean).flatMap(avoidedIn)
  expect(found.length, found.join('\n')).toBeLessThan(MOST)
})

test.each([
  ['  // What a client may ask for.', true],
  ['/** Revokes the grant: nobody may use it. */', true],
  ["  test('whoever asks is refused', () => {", true],
  ["const message = 'nobody'", false],
  ['// Revokes the grant (RFC 9700 §4.14.2).', false],
])('plain English: %s is counted: %s', (line, isCounted) => {
  const text = (COMMENT.exec(line) ?? TEST_NAME.exec(line))?.groups?.['text'] ?? ''
  expect(AVOIDED.test(text)).toBe(isCounted)
})
