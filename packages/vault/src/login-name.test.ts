import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalLogin } from './login-name.ts'

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
])('%j is looked up as %j', (typed, canonical) => {
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
])('refuses %j', (typed, code) => {
  expect(() => canonicalLogin(typed)).toThrow(expect.objectContaining({ code }))
})

test('is idempotent, and blind to case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 3, maxLength: 12 }), (typed) => {
      const canonical = tryCanonical(typed)
      fc.pre(canonical !== undefined)
      expect(canonicalLogin(canonical)).toBe(canonical)
      expect(canonicalLogin(canonical.toUpperCase())).toBe(canonical)
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
