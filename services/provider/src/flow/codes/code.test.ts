import { newSecret } from '@countersign/service/secrets'
import { expect, test } from 'vitest'
import { codeChallengeOf, isCodeChallenge, openDataToken, sealDataToken } from './code.ts'

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

const code = newSecret('cs_ac_')
const DATA_TOKEN = 'header.payload.signature'

test('codes: a sealed data token opens with its code alone, and each sealing differs', () => {
  expect(openDataToken(sealDataToken(DATA_TOKEN, code), code)).toBe(DATA_TOKEN)
  expect(sealDataToken(DATA_TOKEN, code)).not.toEqual(sealDataToken(DATA_TOKEN, code))
  expect(() => openDataToken(sealDataToken(DATA_TOKEN, code), newSecret('cs_ac_'))).toThrow()
})

test('no changed byte goes unnoticed', () => {
  const sealed = sealDataToken(DATA_TOKEN, code)
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openDataToken(changed, code)).toThrow()
  }
})
