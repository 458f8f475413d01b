import { expect, test } from 'vitest'
import { adviceFor } from './error-advice.ts'

test.each([
  ['invalid_client: wrong_secret', 'token_request_refused', /^Copy the secret again/],
  ['redirect_uri_mismatch', 'authorization_request_refused', /^Most often because .* Register the redirect URI/],
  ['refresh_token_reused', 'grant_revoked', /^Store the new refresh token/],
  ['token', 'rate_limited', /^Wait for Retry-After/],
])('console: the outcome %s of %s has its remedy, as plain text', (outcome, event, remedy) => {
  expect(adviceFor(outcome, event)).toMatch(remedy)
  expect(adviceFor(outcome, event)).not.toContain('`')
})

test.each(['toString', 'a newer outcome'])('console: the unknown outcome %j has no remedy', (outcome) => {
  expect(adviceFor(outcome, 'constructor')).toBeUndefined()
})
