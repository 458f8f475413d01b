import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUILT_IN_SCOPES, knowAlso } from './known-scopes.ts'
import { claimsOfScopes, parseScope, understoodScopes } from './scopes.ts'

test.each([
  ['email', ['email']],
  ['openid email', ['openid', 'email']],
  ['email openid email', ['email', 'openid']],
  ['  openid   email ', ['openid', 'email']],
  ['openid offline_access', ['openid']],
  ['offline_access', undefined],
  [' ', undefined],
  [undefined, undefined],
])('%j names %j', (text, scopes) => {
  expect(parseScope(text)).toEqual(scopes)
})

test.each(['a\tb', 'a\u00a0b', 'a"b', 'a\\b', 'grüße', 'a\u0000'])('%j is malformed', (text) => {
  expect(() => parseScope(text)).toThrow('separated by spaces')
})

test('openid releases no claim, and an unknown scope none either', () => {
  expect(claimsOfScopes(['openid', 'unknown', '__proto__'], BUILT_IN_SCOPES)).toEqual([])
  expect(claimsOfScopes(['email', 'phone'], BUILT_IN_SCOPES)).toEqual(['email', 'phone'])
})

test.each([
  ['email', ['email']],
  ['profile', ['name', 'given_name', 'family_name', 'nickname', 'picture', 'birthdate', 'locale']],
  ['phone', ['phone']],
  ['address', ['address']],
])('OpenID Connect Core §5.4: the scope %s releases its claims and no others', (scope, claims) => {
  expect(claimsOfScopes([scope], BUILT_IN_SCOPES).toSorted()).toEqual(claims.toSorted())
})

test('beside openid only known scopes are left, without it all of them', () => {
  const names = fc.uniqueArray(fc.constantFrom('openid', 'email', 'unknown', '__proto__'))
  fc.assert(
    fc.property(names, (asked) => {
      const known = ['openid', 'email']
      const expected = asked.includes('openid') ? asked.filter((name) => known.includes(name)) : asked
      expect(understoodScopes(asked, BUILT_IN_SCOPES)).toEqual(expected)
    }),
  )
})

test('no row of a database takes the place of a built-in scope', () => {
  const texts = { en: { title: 'Everything', description: 'All of it.' } }
  const known = knowAlso([{ name: 'email', resource: null, texts, claims: ['email', 'iban'] }], [])
  expect(known.scopes).toEqual(BUILT_IN_SCOPES.scopes)
})
