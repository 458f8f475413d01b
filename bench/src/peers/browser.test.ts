import { expect, test } from 'vitest'
import { keepCookie } from './browser.ts'

test.each([
  ['set, with "=" in its value', 'a=new=; path=/; httponly', [['a', 'new=']]],
  ['ended by its age', 'a=; Max-Age=0; path=/', []],
  ['ended by its date', 'a=; path=/x; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly', []],
])('a cookie is %s', (_what, line, expected) => {
  const cookies = new Map([['a', 'old']])
  keepCookie(cookies, line)
  expect([...cookies]).toEqual(expected)
})
