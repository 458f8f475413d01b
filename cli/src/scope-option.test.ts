import { expect, test } from 'vitest'
import { parseScopeOption } from './scope-option.ts'

test.each([
  ['email', { name: 'email', required: false, reason: '' }],
  ['email:required', { name: 'email', required: true, reason: '' }],
  ['email=To write to you.', { name: 'email', required: false, reason: 'To write to you.' }],
  ['email:required=a=b: c', { name: 'email', required: true, reason: 'a=b: c' }],
  ['email:maybe', { name: 'email:maybe', required: false, reason: '' }],
  ['', { name: '', required: false, reason: '' }],
])('reads the scope option %j', (text, scope) => {
  expect(parseScopeOption(text)).toEqual(scope)
})
