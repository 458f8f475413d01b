import { describe, expect, test } from 'vitest'
import { addressFormOf } from './address-form.ts'

describe('the form of an address', () => {
  test.each([
    ['CH', 'latin', ['street_address', 'postal_code', 'locality'], 'region', false],
    ['US', 'latin', ['street_address', 'locality', 'region', 'postal_code'], 'state', true],
    ['GB', 'latin', ['street_address', 'locality', 'postal_code'], 'county', false],
    ['JP', 'local', ['postal_code', 'region', 'locality', 'street_address'], 'prefecture', false],
    ['JP', 'latin', ['street_address', 'locality', 'region', 'postal_code'], 'prefecture', false],
    ['AE', 'latin', ['street_address', 'region'], 'region', false],
  ] as const)(
    'of %s in %s script has its members in the order of the country',
    (country, script, members, region, hasZip) => {
      expect(addressFormOf(country, script)).toEqual({ members, region, hasZip })
    },
  )

  test('of a country that is not chosen has all members', () => {
    expect(new Set(addressFormOf('', 'latin').members)).toEqual(
      new Set(['street_address', 'locality', 'region', 'postal_code']),
    )
  })
})
