import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientError } from '../failure.ts'
import { checkClaim, MAX_VALUE_BYTES, normaliseClaims } from './check-claim.ts'
import { findPhoneNumber, listPhoneCountries } from './phone-number.ts'

const NOW = new Date('2026-11-22T11:00:00Z')
const check = (claim: string, value: string, country?: string) => checkClaim(claim, value, { now: NOW, country })

test.each([
  ['email', ' Ana.Lima@Example.ORG ', 'Ana.Lima@example.org'],
  ['email', 'ana+books@mail.example.co.uk', 'ana+books@mail.example.co.uk'],
  ['email', '用户@例子.广告', '用户@例子.广告'],
  ['phone', '+41 79 123 45 67', '+41791234567'],
  ['phone', '+44 (0)20 7946 0123', '+442079460123'],
  ['phone', '0041 79 123 45 67', '+41791234567', 'CH'],
  ['phone', '079 123 45 67', '+41791234567', 'CH'],
  ['phone', '+49 30 901820', '+4930901820', 'CH'],
  ['birthdate', '1815-12-10', '1815-12-10'],
  ['birthdate', '2024-02-29', '2024-02-29'],
  ['birthdate', '0000-02-29', '0000-02-29'],
  ['birthdate', '1815', '1815'],
  // A day that has begun somewhere on earth.
  ['birthdate', '2026-11-23', '2026-11-23'],
  ['locale', 'de-ch', 'de-CH'],
  ['locale', 'en_US', 'en-US'],
  ['locale', 'zh-hant-tw', 'zh-Hant-TW'],
  ['picture', 'https://example.org/cat.png', 'https://example.org/cat.png'],
  ['picture', 'HTTPS://Example.org', 'https://example.org/'],
  ['picture', 'data:image/webp;base64,UklGRg==', 'data:image/webp;base64,UklGRg=='],
  ['address', ' 12  St James’s Square \r\n \r\n\r\nLondon\n', '12 St James’s Square\n\nLondon'],
  ['name', '  Ada ', '  Ada '],
  ['constructor', 'x', 'x'],
  ['email', '  ', '  '],
] as const)('as %s, %j is %j', async (claim, value, form, country?: string) => {
  expect(await check(claim, value, country)).toEqual({ value: form })
})

test.each([
  ['email', 'ana@', 'email'],
  ['email', 'ana', 'email'],
  ['email', '@example.org', 'email'],
  ['email', 'ana@localhost', 'email'],
  ['email', 'ana@127.0.0.1', 'email'],
  ['email', 'ana@example..org', 'email'],
  ['email', 'ana@-example.org', 'email'],
  ['email', 'a..na@example.org', 'email'],
  ['email', '.ana@example.org', 'email'],
  ['email', 'ana.@example.org', 'email'],
  ['email', 'ana@example.org, eve@example.org', 'email'],
  ['email', 'Ana <ana@example.org>', 'email'],
  ['email', `${'a'.repeat(65)}@example.org`, 'email'],
  ['email', `ana@${'a.'.repeat(125)}org`, 'email'],
  ['phone', '079 123 45 67', 'phone'],
  ['phone', '+41 79', 'phone'],
  ['phone', '+41 79 123 45 67 ext. 8', 'phone'],
  ['phone', 'call +41 79 123 45 67', 'phone'],
  ['phone', '+999 123 456', 'phone'],
  ['birthdate', '10 December 1815', 'date'],
  ['birthdate', '2023-02-29', 'date'],
  ['birthdate', '2023-02-30', 'date'],
  ['birthdate', '2023-13-01', 'date'],
  ['birthdate', '0000', 'date'],
  ['birthdate', '2026-11-24', 'futureDate'],
  ['birthdate', '2027', 'futureDate'],
  ['locale', 'German', 'language'],
  ['locale', 'und', 'language'],
  ['locale', 'x-mine', 'language'],
  ['locale', 'de-', 'language'],
  ['picture', 'my cat', 'picture'],
  ['picture', 'http://example.org/cat.png', 'picture'],
  ['picture', 'https://ana:secret@example.org/cat.png', 'picture'],
  ['picture', 'https://exa mple.org/', 'picture'],
  ['picture', 'https://example.org/a b', 'picture'],
  ['picture', 'javascript:alert(1)', 'picture'],
  ['picture', 'data:image/svg+xml;base64,PHN2Zz4=', 'picture'],
  ['picture', 'data:text/html;base64,PGI+', 'picture'],
  ['name', 'ä'.repeat(MAX_VALUE_BYTES / 2 + 1), 'tooLong'],
  ['address', 'x'.repeat(MAX_VALUE_BYTES + 1), 'tooLong'],
] as const)('as %s, %j is refused: %s', async (claim, value, problem) => {
  expect(await check(claim, value)).toEqual({ problem })
})

test('normalising twice gives the same value, for any text', async () => {
  const claims = fc.constantFrom('email', 'phone', 'birthdate', 'locale', 'picture', 'address', 'name')
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.emailAddress(),
    fc.webUrl({ validSchemes: ['https'] }),
    fc.stringMatching(/^\+?[\d ()/-]{6,16}$/),
    fc.stringMatching(/^\d{4}-[01]\d-[0-3]\d$/),
    fc.stringMatching(/^[a-z]{2}([-_][A-Za-z]{2,4})?$/),
  )
  await fc.assert(
    fc.asyncProperty(claims, texts, async (claim, text) => {
      const once = await check(claim, text, 'CH')
      expect(once.problem === undefined ? await check(claim, once.value) : once).toEqual(once)
    }),
    { numRuns: 500 },
  )
})

test('every usual email address is accepted, with its host in lower case', async () => {
  await fc.assert(
    fc.asyncProperty(fc.emailAddress(), async (address) => {
      const [local, host = ''] = address.split('@')
      expect(await check('email', address)).toEqual({ value: `${local}@${host.toLowerCase()}` })
    }),
  )
})

test('every past day is accepted as a birthdate', async () => {
  const days = fc.date({ min: new Date('0001-01-01'), max: NOW, noInvalidDate: true })
  await fc.assert(
    fc.asyncProperty(days, async (day) => {
      const value = day.toISOString().slice(0, 10)
      expect(await check('birthdate', value)).toEqual({ value })
    }),
  )
})

test('shared claims are normalised, and one malformed value refuses all', async () => {
  const claims = { phone: '+41 79 123 45 67', name: ' Ana', email: 'ana@EXAMPLE.org' }
  expect(await normaliseClaims(claims, NOW)).toEqual({ phone: '+41791234567', name: ' Ana', email: 'ana@example.org' })
  const refusal = new ClientError({ code: 'malformed_claim' })
  await expect(normaliseClaims({ ...claims, email: 'ana@' }, NOW)).rejects.toThrow(refusal)
})

test('a phone number is read with its country and grouped digits', async () => {
  expect(await findPhoneNumber('+41791234567')).toEqual({
    e164: '+41791234567',
    spaced: '+41 79 123 45 67',
    country: 'CH',
  })
  expect(await findPhoneNumber('079 123 45 67', 'nowhere')).toBeUndefined()
})

test('every country with a numbering plan is listed with its calling code', async () => {
  const countries = await listPhoneCountries()
  expect(countries).toContainEqual({ country: 'CH', callingCode: '41' })
  expect(countries.length).toBeGreaterThan(200)
})
