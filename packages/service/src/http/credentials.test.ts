import { expect, test } from 'vitest'
import { findCredentials } from './request-headers.ts'

test.each([
  ['Bearer abc', 'abc'],
  ['bearer   abc', 'abc'],
  ['BEARER a b', 'a b'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Bearer\tabc', undefined],
  [' Bearer abc', undefined],
  ['Bearerabc', undefined],
  ['DPoP abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j holds %j for bearer', (header, credentials) => {
  expect(findCredentials(header, 'bearer')).toBe(credentials)
})
