import { expect, test } from 'vitest'
import { codeChallengeOf, isCodeChallenge } from './pkce.ts'

test('the example of RFC 7636 Appendix B', () => {
  expect(codeChallengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  )
})

test.each(['', 'short', 'x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}+`, `${'x'.repeat(42)}é`])(
  '%j is no verifier',
  (text) => {
    expect(codeChallengeOf(text)).toBeUndefined()
  },
)

test.each(['', 'x'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}+`, `${'A'.repeat(42)}B`])(
  '%j is no S256 challenge',
  (text) => {
    expect(isCodeChallenge(text)).toBe(false)
  },
)

test('every verifier of the allowed lengths has a challenge that is recognised', () => {
  for (let length = 43; length <= 128; length += 1) {
    expect(isCodeChallenge(codeChallengeOf('~'.repeat(length)) ?? '')).toBe(true)
  }
})
