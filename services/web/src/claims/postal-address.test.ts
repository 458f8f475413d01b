import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPostalAddress, parsePostalAddress } from './postal-address.ts'

const ZURICH = {
  street_address: 'c/o Lovelace\nHauptstrasse 1',
  postal_code: '8001',
  locality: 'Zürich',
  region: 'ZH',
  country: 'Schweiz',
}

describe('a postal address', () => {
  test.each([
    ['c/o Lovelace\nHauptstrasse 1\n8001 Zürich\nZH\nSchweiz', ZURICH],
    ['Hauptstrasse 1\n8001 Zürich', { street_address: 'Hauptstrasse 1', postal_code: '8001', locality: 'Zürich' }],
    ['10 Downing Street\nSW1A 2AA London\nUK', { postal_code: 'SW1A 2AA', locality: 'London', country: 'UK' }],
    ['ул. Ленина 1\n101000 Москва', { postal_code: '101000', locality: 'Москва', country: '' }],
  ])('%j is read by its members', (text, members) => {
    const parsed = parsePostalAddress(text)
    expect(parsed).toMatchObject(members)
    expect(formatPostalAddress(parsed)).toBe(text)
  })

  test.each(['12 Main Street\nLondon', 'Dubai', '120 Main Street\nWashington DC 20500', 'A\nB\n8001 Zürich\nC\nD\nE'])(
    '%j stays in the street where it cannot be told apart',
    (text) => expect(parsePostalAddress(text)).toMatchObject({ street_address: text, postal_code: '', locality: '' }),
  )

  test('leaves nothing behind of a member that was emptied, and no line of its own', () => {
    expect(formatPostalAddress({ ...ZURICH, postal_code: ' ', region: '', street_address: ' A  1 \n\n' })).toBe(
      'A 1\n\nZürich\n\nSchweiz',
    )
  })

  test('is read by the members that it was written from, in the way of any country', () => {
    const codes = [
      '',
      '8001',
      '123 45',
      '1012 AB',
      'SW1A 2AA',
      'K1A 0B1',
      'D02 X285',
      'VLT 1117',
      '01310-100',
      'LV-1010',
    ]
    const members = fc.record({
      street_address: fc.constantFrom('Main Street 12', 'c/o Lovelace\n120 Main Street', 'Box 1\n8001 Zürich'),
      postal_code: fc.constantFrom(...codes),
      locality: fc.constantFrom('Zürich', 'London', 'San José', "'s-Hertogenbosch"),
      region: fc.constantFrom('', 'ZH', 'Île-de-France'),
      country: fc.constantFrom('', 'Schweiz', 'United Kingdom'),
    })
    fc.assert(
      fc.property(members, (each) => {
        expect(parsePostalAddress(formatPostalAddress(each))).toEqual(each)
      }),
      { numRuns: 500 },
    )
    expect(formatPostalAddress({ ...ZURICH, country: '' })).toBe('c/o Lovelace\nHauptstrasse 1\n\n8001 Zürich\nZH')
    expect(parsePostalAddress('Main 1\n\nD02 X285').postal_code).toBe('D02 X285')
  })

  test('is the same text after it was read and written, whatever it is', () => {
    const line = fc.oneof(fc.string(), fc.constantFrom('8001 Zürich', 'Hauptstrasse 1', 'SW1A 2AA London', ''))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const once = formatPostalAddress(parsePostalAddress(lines.join('\n')))
        expect(formatPostalAddress(parsePostalAddress(once))).toBe(once)
        expect(once.replaceAll(/\s/g, '')).toBe(lines.join('').replaceAll(/\s/g, ''))
      }),
    )
  })
})
