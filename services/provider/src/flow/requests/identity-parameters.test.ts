import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkIdentityParameters } from './identity-parameters.ts'

test('max_age is any whole number of seconds of up to nine digits (OpenID Connect Core §3.1.2.1)', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (seconds) => {
      expect(checkIdentityParameters({ max_age: String(seconds) }).maxAgeSeconds).toBe(seconds)
    }),
  )
})

test('every printable nonce of up to 512 characters is kept as it came', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 512 }), (nonce) => {
      expect(checkIdentityParameters({ nonce }).nonce).toBe(nonce)
    }),
  )
})

test('whatever is sent is either understood or refused as an OAuth error, never a bug', () => {
  const value = fc.option(fc.string({ unit: 'binary', maxLength: 600 }), { nil: undefined })
  const parameters = fc.record({ prompt: value, nonce: value, max_age: value, login_hint: value })
  fc.assert(
    fc.property(parameters, (values) => {
      const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined)
      expect(outcomeOf(Object.fromEntries(given))).toMatch(/^(understood|OAuthError)$/)
    }),
  )
})

function outcomeOf(values: Readonly<Record<string, string>>): string {
  try {
    checkIdentityParameters(values)
    return 'understood'
  } catch (error) {
    return error instanceof Error ? error.name : 'something else'
  }
}
