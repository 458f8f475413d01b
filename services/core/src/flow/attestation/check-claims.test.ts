import { CLAIM_LIMITS, type ClaimsEncryptionJwk } from '@countersign/contracts'
import { readClaimsKey } from '@countersign/data-token'
import { type AppKey, newAppKey, sealFor } from '@countersign/data-token/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkClaims, checkSealedClaims } from './check-claims.ts'

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
    'an unusual value of each claim',
    { email: 'ä@ö.example', phone: '+41791234567', birthdate: '0000-02-29', locale: 'zh-Hant-TW' },
  ],
  ['a phone number as people write it', { phone: '(020) 7946-0123' }],
])('claims: %s is accepted unchanged', (_case, claims) => {
  expect(checkClaims(claims, scopes)).toEqual(claims)
})

test.each([
  ['a claim of no requested scope', { name: 'Ada' }],
  ['a claim that only objects have', { toString: 'x' }],
  ['a number', { email: 1 }],
  ['null', { email: null }],
  ['a list', { email: ['ada@example.org'] }],
  ['an object', { email: { verified: true } }],
  ['an email address without a host', { email: 'ana@' }],
  ['an email address of two', { email: 'ana@example.org, eve@example.org' }],
  ['a phone number of words', { phone: 'my cat' }],
  ['a phone number without a digit', { phone: '+-' }],
  ['a birth date of words', { birthdate: 'last May' }],
  ['a language of words', { locale: 'my language' }],
  ['a value over 4 KiB', { email: 'x'.repeat(CLAIM_LIMITS.maxValueBytes + 1) }],
  ['a value over 4 KiB of UTF-8', { email: 'ä'.repeat(CLAIM_LIMITS.maxValueBytes / 2 + 1) }],
])('claims: %s is refused', (_case, claims) => {
  expect(() => checkClaims(claims, scopes)).toThrow(expect.objectContaining({ code: 'invalid_claims' }))
})

test('claims: more than 32 are refused', () => {
  const claims = Object.fromEntries(many.map((name) => [name, 'x']))
  expect(() => checkClaims(claims, [{ claims: many }])).toThrow('at most 32')
})

test('claims: a refusal repeats no received name or value', () => {
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

describe('sealed claims', () => {
  const SCOPES = [{ claims: [] }, { claims: ['email', 'constructor'] }, { claims: ['phone'] }]
  const ASKED = { scope_details: SCOPES, client: {} }
  const CONTENT = { claims: { email: 'ada@example.org' }, aud: 'app-1', sub: 'person-1', auth_request_id: 'request-1' }
  const REFUSED = expect.objectContaining({ code: 'invalid_claims' })

  let app: AppKey
  let key: ClaimsEncryptionJwk

  beforeAll(async () => {
    app = await newAppKey()
    key = keyOf(app)
  })

  function keyOf({ publicJwk }: AppKey): ClaimsEncryptionJwk {
    return readClaimsKey(publicJwk)!
  }

  test.each(['P-256', 'X25519'] as const)('claims that are sealed for a key on %s pass as they are', async (crv) => {
    const other = await newAppKey(crv)
    const sealed = { claim_names: ['email', 'constructor'], claims_jwe: await sealFor(other, CONTENT) }
    expect(checkSealedClaims(sealed, ASKED, keyOf(other))).toEqual(sealed)
  })

  test('a seal without claims is accepted unchanged', async () => {
    const sealed = { claim_names: [], claims_jwe: await sealFor(app, { ...CONTENT, claims: {} }) }
    expect(checkSealedClaims(sealed, ASKED, key)).toEqual(sealed)
  })

  test.each(['name', 'toString', '__proto__', ''])(
    'the name "%s", which no requested scope has, is refused',
    async (name) => {
      const sealed = { claim_names: ['email', name], claims_jwe: await sealFor(app, CONTENT) }
      expect(() => checkSealedClaims(sealed, ASKED, key)).toThrow(REFUSED)
    },
  )

  test('a seal for another key is refused, and one with the right key’s name on another curve', async () => {
    const [p256, x25519] = [await newAppKey(), await newAppKey('X25519')]
    const kid = JSON.parse(Buffer.from((await sealFor(app, CONTENT)).split('.')[0]!, 'base64url').toString()).kid
    for (const claims_jwe of [await sealFor(p256, CONTENT), await sealFor(x25519, CONTENT, { kid })]) {
      expect(() => checkSealedClaims({ claim_names: ['email'], claims_jwe }, ASKED, key)).toThrow('present key')
    }
  })

  test.each(['', 'a.b.c.d.e', 'ada@example.org'])('"%s" is no seal and is refused', (claims_jwe) => {
    expect(() => checkSealedClaims({ claim_names: ['email'], claims_jwe }, ASKED, key)).toThrow(REFUSED)
  })

  test('there is room for every named claim at its largest, and for no more', async () => {
    const names = Array.from(
      { length: CLAIM_LIMITS.maxClaims },
      (_, index) => `a-claim-with-quite-a-long-name-${index}`,
    )
    for (const claim_names of [names.slice(0, 1), names]) {
      const sealed = async (bytes: number) => ({
        claim_names,
        claims_jwe: await sealFor(app, {
          ...CONTENT,
          claims: Object.fromEntries(claim_names.map((name) => [name, 'x'.repeat(bytes)])),
        }),
      })
      const whole = await sealed(CLAIM_LIMITS.maxValueBytes)
      expect(checkSealedClaims(whole, { scope_details: [{ claims: names }], client: {} }, key)).toEqual(whole)
      const twice = await sealed(2 * CLAIM_LIMITS.maxValueBytes)
      expect(() => checkSealedClaims(twice, { scope_details: [{ claims: names }], client: {} }, key)).toThrow(
        'larger than',
      )
      expect(() => checkSealedClaims({ ...whole, claim_names: [] }, ASKED, key)).toThrow('larger than')
    }
  })

  test('there is room for a credential where the app asks for one, and for no second one', async () => {
    const request = {
      vct: 'https://uni.example/degree',
      issuers: ['https://uni.example'],
      claims: ['title'],
      reason: '',
    }
    const asked = { scope_details: SCOPES, client: { credentials_requested: [request] } }
    const sealed = async (presentations: readonly string[]) => {
      const content = { ...CONTENT, claims: {}, presentations }
      return { claim_names: [], claims_jwe: await sealFor(app, content) }
    }
    const [one, two] = [await sealed(['x'.repeat(8_000)]), await sealed(['x'.repeat(8_000), 'x'.repeat(8_000)])]
    expect(checkSealedClaims(one, asked, key)).toEqual(one)
    expect(() => checkSealedClaims(two, asked, key)).toThrow('larger than')
    expect(() => checkSealedClaims(one, ASKED, key)).toThrow('larger than')
  })
})
