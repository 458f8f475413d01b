import { describe, expect, test } from 'vitest'
import { findPasswordProblem } from './password-hint.ts'

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
