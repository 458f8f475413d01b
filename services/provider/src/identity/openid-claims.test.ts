import { expect, test } from 'vitest'
import { openIdClaimNames, releasedClaimsOf, toOpenIdClaims } from './openid-claims.ts'

test('claims get the names and shapes of OpenID Connect Core §5.1', () => {
  expect(toOpenIdClaims({ email: 'a@b.example', phone: '+49 1', address: '1 Main St\nTown' })).toEqual({
    email: 'a@b.example',
    phone_number: '+49 1',
    address: { formatted: '1 Main St\nTown' },
  })
  expect(toOpenIdClaims({})).toEqual({})
})

test('an address and a number come with whether they were verified, which is never left out', () => {
  const claims = { email: 'a@b.example', phone: '+49 1' }
  expect(toOpenIdClaims(releasedClaimsOf({ claims, email_verified: true }))).toEqual({
    email: 'a@b.example',
    email_verified: true,
    phone_number: '+49 1',
    phone_number_verified: false,
  })
  expect(releasedClaimsOf({ claims: { name: 'Ada' }, email_verified: true })).toEqual({ name: 'Ada' })
})

test('every claim that can be released is announced, under the name that it has in OpenID Connect', () => {
  expect(openIdClaimNames().toSorted()).toEqual(
    [
      'sub',
      'email',
      'name',
      'given_name',
      'family_name',
      'nickname',
      'picture',
      'birthdate',
      'locale',
      'phone_number',
      'email_verified',
      'phone_number_verified',
      'address',
    ].toSorted(),
  )
})
