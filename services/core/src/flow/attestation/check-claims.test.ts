import { CLAIM_LIMITS } from '@countersign/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkClaims } from './check-claims.ts'

const scopes = [
  { claims: [] },
  { claims: ['email', 'constructor'] },
  { claims: ['phone', 'nickname', 'birthdate', 'locale'] },
]
const many = Array.from({ length: CLAIM_LIMITS.maxClaims + 1 }, (_, index) => `claim-${index}`)

test.each([
  ['nothing', {}],
  ['one claim', { email: 'ada@example.org' }],
  ['an empty value', { email: '', phone: '+49 1' }],
  ['a value of just 4 KiB', { nickname: 'ä'.repeat(CLAIM_LIMITS.maxValueBytes / 2) }],
  ['a name that objects have anyway', { constructor: 'x' }],
  [
    'what each claim can be',
    { email: 'ä@ö.example', phone: '+41791234567', birthdate: '0000-02-29', locale: 'zh-Hant-TW' },
  ],
  ['a phone number as people write it', { phone: '(020) 7946-0123' }],
])('%s passes as it is', (_case, claims) => {
  expect(checkClaims(claims, scopes)).toEqual(claims)
})

test.each([
  ['a claim of no requested scope', { name: 'Ada' }],
  ['a claim that only objects have', { toString: 'x' }],
  ['a number', { email: 1 }],
  ['null', { email: null }],
  ['a list', { email: ['ada@example.org'] }],
  ['an object', { email: { verified: true } }],
  ['an e-mail address without a host', { email: 'ana@' }],
  ['an e-mail address of two', { email: 'ana@example.org, eve@example.org' }],
  ['a phone number of words', { phone: 'my cat' }],
  ['a phone number without a digit', { phone: '+-' }],
  ['a birth date of words', { birthdate: 'last May' }],
  ['a language of words', { locale: 'my language' }],
  ['a value over 4 KiB', { email: 'x'.repeat(CLAIM_LIMITS.maxValueBytes + 1) }],
  ['a value over 4 KiB of UTF-8', { email: 'ä'.repeat(CLAIM_LIMITS.maxValueBytes / 2 + 1) }],
])('%s is refused', (_case, claims) => {
  expect(() => checkClaims(claims, scopes)).toThrow(expect.objectContaining({ code: 'invalid_claims' }))
})

test('more than 32 claims are refused', () => {
  const claims = Object.fromEntries(many.map((name) => [name, 'x']))
  expect(() => checkClaims(claims, [{ claims: many }])).toThrow('at most 32')
})

test('a refusal never repeats a name or a value that came in', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12 }), fc.jsonValue(), (name, value) => {
      let message = ''
      try {
        checkClaims({ [name]: value }, scopes)
      } catch (error) {
        message = String(error)
      }
      expect(message).not.toContain(name)
    }),
  )
})
