import { expect, test } from 'vitest'
import { isReason, isVisible, withoutUnseen } from './visible-text.ts'

const UNSEEN: readonly [string, string][] = [
  ['a line break', '\n'],
  ['an escape', '\u001B'],
  ['a line separator', '\u2028'],
  ['a lone surrogate', '\uD800'],
  ['an override (RLO)', '\u202E'],
  ['an isolate (LRI)', '\u2066'],
  ['the end of an isolate (PDI)', '\u2069'],
  ['a mark of direction', '\u200F'],
  ['a zero width space', '\u200B'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a tag', '\u{E0041}'],
  ['an object replacement', '\uFFFC'],
  ['an annotation anchor', '\uFFF9'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uFFA0'],
  ['a blank of Braille', '\u2800'],
]

test.each(UNSEEN)('visible text holds no %s', (_name, character) => {
  const text = `Asked${character} for`
  expect(isVisible(text)).toBe(false)
  expect(isReason(text)).toBe(false)
  expect(withoutUnseen(text)).toBe('Asked for')
})

test.each(['Wie gewünscht', '本人の依頼', 'بطلب منك', 'می‌خواهم', 'क्‍ष', '👩‍💻 ❤️', 'À bientôt'])(
  'visible text may be in any script: %s',
  (text) => {
    expect(isVisible(text)).toBe(true)
    expect(isReason(text)).toBe(true)
    expect(withoutUnseen(text)).toBe(text)
  },
)

test.each(['See https://evil.example', 'See HTTP://evil.example', 'See www.evil.example', 'no', 'x'.repeat(501)])(
  'a reason is refused: %s',
  (text) => {
    expect(isReason(text)).toBe(false)
  },
)
