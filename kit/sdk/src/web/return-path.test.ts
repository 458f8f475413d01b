import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReturnPath } from './return-path.ts'

const ORIGIN = 'https://app.example'

test('a path of the app is where the browser goes, with query and fragment', () => {
  expect(readReturnPath('/orders?page=2#last', ORIGIN)).toBe('/orders?page=2#last')
})

test('a path too long for a cookie leads home, even if it was short enough before it was written as a URL', () => {
  const longest = '/'.padEnd(1024, 'a')
  expect(readReturnPath(longest, ORIGIN)).toBe(longest)
  expect([`${longest}a`, '/'.padEnd(1024, 'ä')].map((path) => readReturnPath(path, ORIGIN))).toEqual(['/', '/'])
})

test('no returnTo leads away from the app, however it is written', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\n',
    '%2f',
    'eve.example',
    'https:',
    'a',
  )
  const paths = fc.array(parts, { maxLength: 8 }).map((list) => `/${list.join('')}`)
  fc.assert(
    fc.property(fc.oneof(paths, fc.webUrl(), fc.string()), (returnTo) => {
      const path = readReturnPath(returnTo, ORIGIN)
      expect(path).toMatch(/^\/(?![/\\])/)
      expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
    }),
    { numRuns: 200, examples: [['//eve.example'], ['/\\eve.example'], ['/.//eve.example'], ['/\t/eve.example'], ['']] },
  )
})

test.each([null, undefined, ORIGIN, 'orders', '//eve.example', 'javascript:alert(1)'])(
  '%s is no path of the app, and leads home',
  (returnTo) => {
    expect(readReturnPath(returnTo, ORIGIN)).toBe('/')
  },
)
