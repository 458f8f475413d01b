import { describe, expect, test } from 'vitest'
import { findLoginProblem, findPasswordProblem } from './credential-checks.ts'

describe('a new password', () => {
  test.each([
    ['', { kind: 'short', missing: 15 }],
    ['fourteen chars', { kind: 'short', missing: 1 }],
    ['aaaaaaaaaaaaaaaaaaaa', { kind: 'repetitive' }],
    ['ada.lovelace-ada.lovelace', { kind: 'name' }],
    ['correct horse battery', undefined],
    ['ada.lovelace likes quiet mornings', undefined],
  ])('%j is judged', (password, problem) => {
    expect(findPasswordProblem(password, 'Ada.Lovelace')).toEqual(problem)
  })

  test('is counted in characters as people see them typed, not in bytes or UTF-16 units', () => {
    expect(findPasswordProblem('😀'.repeat(14), '')).toEqual({ kind: 'short', missing: 1 })
    expect(findPasswordProblem('e\u0301abcdefghijklm', '')).toEqual({ kind: 'short', missing: 1 })
  })
})

test.each([
  ['ab', 'login_too_short'],
  ['x'.repeat(65), 'login_too_long'],
  ['ada lovelace', 'login_malformed'],
  ['Ada@example.org', undefined],
])('the new login name %j has the problem %s', (login, problem) => {
  expect(findLoginProblem(login)).toBe(problem)
})
