import { randomUUID } from 'node:crypto'
import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { createShownRequests } from './shown-requests.ts'

const APP = 'https://app.example/callback'
const OTHER = 'https://other.example/callback'
const NOW = Date.parse('2026-01-01T12:00:00Z')
const ADA = 'ada'

function request(changes: Partial<AuthorizationRequestDetails> = {}): AuthorizationRequestDetails {
  return {
    auth_request_id: randomUUID(),
    status: 'pending',
    expires_at: new Date(NOW + 600_000).toISOString(),
    requested_scopes: ['openid'],
    scope_details: [],
    state: 'the state',
    redirect_uri: APP,
    client: { client_id: 'app', name: 'App', logo: '', description: '' },
    ...changes,
  }
}

function createShown(time = { ms: NOW }) {
  return createShownRequests(() => new Date(time.ms))
}

test('an answer leads where the request did when it was shown, however its identifier is spelt', () => {
  const shown = createShown()
  const { auth_request_id: id, ...details } = request()
  shown.note({ auth_request_id: id, ...details }, ADA)
  expect([shown.allows(id, APP), shown.allows(id, OTHER), shown.allows(id.toUpperCase(), OTHER)]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  [APP, true],
  ['http://127.0.0.1:51004/', true],
  ['com.example.app:/callback', true],
  ['myapp://callback', true],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['blob:https://app.example/1', false],
  ['file:///etc/passwd', false],
  ['/callback', false],
  ['', false],
])('of a request that another process has shown, %j is taken: %s', (uri, isAllowed) => {
  expect(createShown().allows(randomUUID(), uri)).toBe(isAllowed)
})

test('the oldest are forgotten, so that memory stays bounded', () => {
  const shown = createShown()
  const [first, second] = ['first', 'second']
  for (const id of [first, second, ...Array.from({ length: 9_999 }, (_, each) => `${each}`)]) {
    shown.note(request({ auth_request_id: id }), ADA)
  }
  expect([shown.allows(first, OTHER), shown.allows(second, OTHER)]).toEqual([true, false])
  expect([shown.find(first, ADA), shown.find(second, ADA)?.auth_request_id]).toEqual([undefined, second])
})

test('a request is recalled for the person who was shown it, until it expires', () => {
  const time = { ms: NOW }
  const shown = createShown(time)
  const details = request()
  const { auth_request_id: id } = details
  shown.note(details, ADA)
  expect([shown.find(id, ADA), shown.find(id.toUpperCase(), ADA), shown.find(id, 'eve')]).toEqual([
    details,
    details,
    undefined,
  ])
  time.ms = Date.parse(details.expires_at)
  expect(shown.find(id, ADA)).toBeUndefined()
})

test.each(['approved', 'denied', 'expired'] as const)('a request that was shown as %s is not recalled', (status) => {
  const shown = createShown()
  const details = request({ status })
  shown.note(details, ADA)
  expect(shown.find(details.auth_request_id, ADA)).toBeUndefined()
})

test('a request that was answered is recalled no more, and still leads nowhere else', () => {
  const shown = createShown()
  const details = request()
  shown.note(details, ADA)
  shown.settle(details.auth_request_id)
  shown.settle('another')
  expect(shown.find(details.auth_request_id, ADA)).toBeUndefined()
  expect([shown.allows(details.auth_request_id, APP), shown.allows(details.auth_request_id, OTHER)]).toEqual([
    true,
    false,
  ])
})
