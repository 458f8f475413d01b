import type { MethodView } from '@countersign/device'
import { expect, test } from 'vitest'
import { isTiedToDevice, waysIn, waysOf } from './ways.ts'

const method = (type: MethodView['type'], isBackedUp?: boolean): MethodView => ({
  unlockId: 'id',
  type,
  isBackedUp,
  isCurrent: true,
})
const [synced, bound, password] = [method('passkey', true), method('passkey', false), method('password')]

test.each([
  [[synced, password], ['synced', 'phone', 'password', 'recovery'], false],
  [[bound, password], ['phone', 'password', 'recovery'], false],
  [[password], ['password', 'recovery'], false],
  [[bound], ['phone', 'recovery'], true],
])('an account has only the ways of its own methods (case %#)', (methods, ways, isTied) => {
  expect(waysOf([...methods, method('recovery')])).toEqual(ways)
  expect(isTiedToDevice(methods)).toBe(isTied)
})

test.each([
  ['has no passkeys', undefined, ['password', 'recovery']],
  ['cannot open a vault with one', { 'extension:prf': false }, ['password', 'recovery']],
  ['does not say', {}, ['synced', 'phone', 'password', 'recovery']],
  [
    'has no authenticator of its own',
    { hybridTransport: true, userVerifyingPlatformAuthenticator: false },
    ['phone', 'synced', 'password', 'recovery'],
  ],
  ['cannot show a code for a phone', { hybridTransport: false }, ['synced', 'password', 'recovery']],
])('a browser that %s offers its ways in this order', (_what, capabilities, ways) => {
  expect(waysIn(capabilities)).toEqual(ways)
})
