import { expect, test } from 'vitest'
import { colourOf, findHolder, validityOf } from './credential-look.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')

test.each([
  [undefined, 'valid'],
  ['2027-11-27T12:00:00.000Z', 'valid'],
  ['2026-12-27T12:00:01.000Z', 'valid'],
  ['2026-12-27T12:00:00.000Z', 'soon'],
  ['2026-11-27T12:00:01.000Z', 'soon'],
  ['2026-11-27T12:00:00.000Z', 'expired'],
])('A credential that ends at %s is %s', (until, validity) => {
  expect(validityOf({ until }, NOW)).toBe(validity)
})

test.each<[Record<string, string>, string | undefined]>([
  [{ name: 'Ada Lovelace', given_name: 'Augusta' }, 'Ada Lovelace'],
  [{ given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
  [{ family_name: 'Lovelace' }, 'Lovelace'],
  [{ degree: 'BSc' }, undefined],
])('The holder of %j is %s', (claims, holder) => {
  expect(findHolder({ claims })).toBe(holder)
})

test('A credential has its issuer’s colour, else one that is the same for all of a host', () => {
  const issuer = 'https://uni.example/a'
  expect(colourOf({ issuer, colour: '#7a2e2e' })).toBe('#7a2e2e')
  const own = colourOf({ issuer, colour: undefined })
  expect(own).toMatch(/^oklch\(0\.4 0\.08 \d{1,3}\)$/)
  expect(colourOf({ issuer: 'https://uni.example/b', colour: undefined })).toBe(own)
  expect(colourOf({ issuer: 'https://bank.example', colour: undefined })).not.toBe(own)
})
