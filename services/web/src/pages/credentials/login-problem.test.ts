import { expect, test } from 'vitest'
import { findLoginProblem } from './login-problem.ts'

test.each([
  ['ab', 'login_too_short'],
  ['x'.repeat(65), 'login_too_long'],
  ['ada lovelace', 'login_malformed'],
  ['Ada@example.org', undefined],
])('the new login name %j has the problem %s', (login, problem) => {
  expect(findLoginProblem(login)).toBe(problem)
})
