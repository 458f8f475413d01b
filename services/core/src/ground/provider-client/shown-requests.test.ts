import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createShownRequests } from './shown-requests.ts'

const APP = 'https://app.example/callback'
const OTHER = 'https://other.example/callback'

test('shown requests: an answer redirects where the request said when shown, in any spelling of its id', () => {
  const shown = createShownRequests()
  const id = randomUUID()
  shown.note({ auth_request_id: id, redirect_uri: APP })
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
])('shown requests: for one that another process has shown, %j is allowed: %s', (uri, isAllowed) => {
  expect(createShownRequests().allows(randomUUID(), uri)).toBe(isAllowed)
})

test('shown requests: the oldest are forgotten, so memory stays bounded', () => {
  const shown = createShownRequests()
  for (const id of ['first', 'second', ...Array.from({ length: 9_999 }, (_, each) => `${each}`)]) {
    shown.note({ auth_request_id: id, redirect_uri: APP })
  }
  expect([shown.allows('first', OTHER), shown.allows('second', OTHER)]).toEqual([true, false])
})
