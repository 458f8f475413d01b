import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalLogin, preparePassword } from './login-and-password.ts'

test.each([
  ['Ann', 'ann'],
  ['  ann\n', 'ann'],
  ['Ann@Example.ORG', 'ann@example.org'],
  ['Ａｎｎ', 'ann'],
  ['Zu\u0308rich', 'z\u00fcrich'],
  ['STRASSE', 'strasse'],
  ['straße', 'strasse'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['οδυσσευσ', 'οδυσσευς'],
  ['ﬁnn', 'finn'],
])('the login name %j is looked up as %j', (typed, canonical) => {
  expect(canonicalLogin(typed)).toBe(canonical)
})

test.each([
  ['', 'login_too_short'],
  [' ab ', 'login_too_short'],
  ['x'.repeat(65), 'login_too_long'],
  ['ann lee', 'login_malformed'],
  ['an\u200Bn', 'login_malformed'],
  ['ann\u0000', 'login_malformed'],
  ['ann\u202Egro', 'login_malformed'],
  ['ann\uDC00', 'login_malformed'],
])('the login name %j is refused', (typed, code) => {
  expect(() => canonicalLogin(typed)).toThrow(expect.objectContaining({ code }))
})

test('canonicalising a login name is idempotent and ignores case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 3, maxLength: 12 }), (typed) => {
      const canonical = tryCanonical(typed)
      fc.pre(canonical !== undefined)
      expect(canonicalLogin(canonical)).toBe(canonical)
      expect(canonicalLogin(canonical.toUpperCase())).toBe(canonical)
    }),
  )
})

test('the same characters give the same password, composed or not', () => {
  expect(preparePassword('Zu\u0308rich-Oerlikon-1')).toBe(preparePassword('Z\u00fcrich-Oerlikon-1'))
})

test('upper case, outer spaces and compatibility characters of a password stay significant', () => {
  const passwords = [
    'correct horse battery',
    'Correct horse battery',
    ' correct horse battery',
    'ｃorrect horse battery',
  ]
  expect(new Set(passwords.map(preparePassword)).size).toBe(passwords.length)
})

test('the length of a password counts code points', () => {
  expect(preparePassword('😀'.repeat(15))).toHaveLength(30)
  expect(preparePassword('😀'.repeat(256))).toHaveLength(512)
})

test.each([
  ['', 'password_too_short'],
  ['fourteen chars', 'password_too_short'],
  ['😀'.repeat(14), 'password_too_short'],
  ['e\u0301'.repeat(14), 'password_too_short'],
  ['x'.repeat(257), 'password_too_long'],
  ['x'.repeat(10_000), 'password_too_long'],
  ['correct horse \uD800 battery', 'password_malformed'],
])('the password %j is refused', (text, code) => {
  expect(() => preparePassword(text)).toThrow(expect.objectContaining({ code }))
})

test('normalising a password is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 40, maxLength: 60 }), (text) => {
      const password = preparePassword(text)
      expect(preparePassword(password)).toBe(password)
    }),
  )
})

function tryCanonical(typed: string): string | undefined {
  try {
    return canonicalLogin(typed)
  } catch {
    return undefined
  }
}
