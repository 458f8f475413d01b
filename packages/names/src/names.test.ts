import { describe, expect, test } from 'vitest'
import { holdsName, lookAlike, mixesAlphabets } from './look-alike.ts'

describe('two names look alike', () => {
  test.each([
    ['Cyrillic letters', 'Bооks'],
    ['a Cyrillic capital', 'Вooks'],
    ['small Cyrillic letters', 'Воокѕ'],
    ['Greek letters', 'Bοοks'],
    ['digits', 'B00ks'],
    ['a full stop', 'Books.'],
    ['a legal form', 'Books Inc'],
    ['a legal form with punctuation', 'Books, Inc.'],
    ['two legal forms', 'Books Co Ltd'],
    ['a combining dot', 'Boo\u0323ks'],
    ['accents', 'Böóks'],
    ['a reversed run', '\u202EskooB'],
    ['a reversed run in the middle', 'Bo\u202Esko\u202C'],
    ['an invisible override', 'Bo\u202Doks'],
    ['Lisu letters', 'ꓐooks'],
    ['a letter with a flourish', 'Ꞗooks'],
    ['small capitals', 'ʙᴏᴏᴋꜱ'],
    ['full width', 'Ｂｏｏｋｓ'],
    ['mathematical letters', '𝐁𝐨𝐨𝐤𝐬'],
    ['other capitals and spaces', ' B O O K S '],
    ['a picture', 'Books 📚'],
  ])('with %s', (_case, name) => {
    expect(lookAlike('Books', name)).toBe(true)
    expect(lookAlike(name, 'Books')).toBe(true)
  })

  test.each([
    ['Illuminate', 'lIIuminate'],
    ['PayPal', 'PayPaI'],
    ['Modern', 'Modem'],
    ['Window', 'VVindow'],
    ['Straße', 'STRASSE'],
    ['books.example', 'b00ks.example'],
    ['★', '★ '],
  ])('%s and %s', (one, other) => {
    expect(lookAlike(one, other)).toBe(true)
  })

  test.each([
    ['Books', 'Book'],
    ['Books', 'Meadow Books'],
    ['Inc', 'Co'],
    ['★', '♥'],
    ['Почта', 'Карта'],
    ['かき', 'かぎ'],
    ['हिन्दी', 'हन्द'],
    ['日本の本屋', '日本の花屋'],
    ['Ελλάδα', 'Κύπρος'],
    ['مكتبة', 'مكتب'],
  ])('but not %s and %s', (one, other) => {
    expect(lookAlike(one, other)).toBe(false)
  })
})

describe('a text has a name in it', () => {
  test.each([
    ['Countersign Security Team', 'Countersign'],
    ['Team of Countersign', 'Countersign'],
    ['Cоuntеrsign', 'Countersign'],
    ['COUNTER-SIGN', 'Countersign'],
    ['MyCountersignHelp', 'Countersign'],
    ['Ida Help', 'Ida'],
    ['I.D.A.', 'Ida'],
    ['Our School – Support', 'Our School'],
  ])('%s: %s', (text, name) => {
    expect(holdsName(text, name)).toBe(true)
  })

  test.each([
    ['Counter Signal', 'Countersign Plus'],
    ['Friday', 'Ida'],
    ['School Lunch', 'Our School'],
    ['Anything', ''],
    ['Anything', '\u200B'],
  ])('but %s has no %j', (text, name) => {
    expect(holdsName(text, name)).toBe(false)
  })
})

test.each([
  ['аpple', true],
  ['Gοοd Books', true],
  ['ꓐooks', true],
  ['Яндекс Mail', false],
  ['Почта России', false],
  ['Ελλάδα', false],
  ['Հայաստան', false],
  ['LINEみんなの本屋', false],
  ['Book書店', false],
  ['카카오Talk', false],
  ['Café Müller 24', false],
  ['', false],
])('whether a word of %j mixes alphabets that look alike: %s', (name, mixes) => {
  expect(mixesAlphabets(name)).toBe(mixes)
})
