import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { preparePassword } from './password.ts'

test('the same characters give the same password, composed or not', () => {
  expect(preparePassword('Zu\u0308rich-Oerlikon-1')).toBe(preparePassword('Z\u00fcrich-Oerlikon-1'))
})

test('upper case, outer spaces and compatibility characters stay significant', () => {
  const passwords = [
    'correct horse battery',
    'Correct horse battery',
    ' correct horse battery',
    'ｃorrect horse battery',
  ]
  expect(new Set(passwords.map(preparePassword)).size).toBe(passwords.length)
})

test('length counts characters and not their halves', () => {
  expect(preparePassword('😀'.repeat(15))).toHaveLength(30)
  expect(preparePassword('😀'.repeat(256))).toHaveLength(512)
})

test.each([
  ['', 'password_too_short'],
  ['fourteen chars', 'password_too_short'],
  ['😀'.repeat(14), 'password_too_short'],
  ['e\u0301'.repeat(14), 'password_too_short'],
  ['x'.repeat(257), 'password_too_long'],
  ['x'.repeat(10_000), 'password_too_long'],
  ['correct horse \uD800 battery', 'password_malformed'],
])('refuses %j', (text, code) => {
  expect(() => preparePassword(text)).toThrow(expect.objectContaining({ code }))
})

test('preparing twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 40, maxLength: 60 }), (text) => {
      const password = preparePassword(text)
      expect(preparePassword(password)).toBe(password)
    }),
  )
})
