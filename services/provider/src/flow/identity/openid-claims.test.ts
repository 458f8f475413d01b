import { expect, test } from 'vitest'
import { BUILT_IN_SCOPES, knowAlso } from '../../catalogue/scopes/known-scopes.ts'
import { claimsWithin, openIdClaimNames, releasedClaimsOf, toOpenIdClaims } from './openid-claims.ts'

test('an address and a number come with whether they were verified, which is never left out', () => {
  const claims = { email: 'a@b.example', phone: '+49 1' }
  expect(toOpenIdClaims(releasedClaimsOf({ claims, email_verified: true }), BUILT_IN_SCOPES)).toEqual({
    email: 'a@b.example',
    email_verified: true,
    phone_number: '+49 1',
    phone_number_verified: false,
  })
  expect(releasedClaimsOf({ claims: { name: 'Ada' }, email_verified: true })).toEqual({ name: 'Ada' })
})

test('every claim that can be released is announced, under the name that it has in OpenID Connect', () => {
  const ofProfile = ['name', 'given_name', 'family_name', 'nickname', 'picture', 'birthdate', 'locale', 'address']
  const verifiable = ['email', 'email_verified', 'phone_number', 'phone_number_verified']
  expect(openIdClaimNames(BUILT_IN_SCOPES).toSorted()).toEqual(['sub', ...ofProfile, ...verifiable].toSorted())
})

test("an operator's claim has the name that the operator gave it there", () => {
  const texts = { en: { title: 'Bank account', description: '' } }
  const known = knowAlso(
    [{ name: 'bank', resource: null, texts, claims: ['iban', 'name'] }],
    [{ name: 'iban', openid_name: 'https://bank.example/iban', labels: { en: 'IBAN' } }],
  )
  expect(toOpenIdClaims({ iban: 'DE02', name: 'Ada' }, known)).toEqual({
    'https://bank.example/iban': 'DE02',
    name: 'Ada',
  })
  expect(openIdClaimNames(known).filter((name) => !openIdClaimNames(BUILT_IN_SCOPES).includes(name))).toEqual([
    'https://bank.example/iban',
  ])
})

test('claims: a verification stays with its address or number, and leaves with it', () => {
  const released = releasedClaimsOf({ claims: { email: 'a@b.example', phone: '+49 1' }, phone_number_verified: true })
  expect(claimsWithin(released, ['phone'])).toEqual({ phone: '+49 1', phone_number_verified: true })
  expect(claimsWithin(released, ['email'])).toEqual({ email: 'a@b.example', email_verified: false })
  expect(claimsWithin(released, [])).toEqual({})
})
