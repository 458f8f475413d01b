import { describe, expect, test } from 'vitest'
import { PATHS } from './paths.ts'
import { addressOf, destinationAfterSignIn, isRequestId, readRoute } from './router.ts'

const ID = '4737db52-af87-48e2-b1e8-f6b8da5f1ac5'
const at = (address: string) => readRoute(new URL(address, 'https://id.example'))

describe('a route', () => {
  test.each([
    ['/', PATHS.home],
    ['/sign-in', PATHS.signIn],
    ['/sign-up/', PATHS.signUp],
    ['/consent', PATHS.consent],
    ['/consent/', PATHS.consent],
  ])('%s is a page', (address, path) => {
    expect(at(address).path).toBe(path)
  })

  test.each(['/nowhere', '/consent/more', '/Consent', '/api/vault/'])('%s is no page', (address) => {
    expect(at(`https://id.example${address}`).path).toBeUndefined()
  })

  test('carries the request that waits through sign-in and sign-up', () => {
    const address = addressOf(PATHS.signUp, ID)
    expect(destinationAfterSignIn(at(address))).toBe(`/consent?auth_request_id=${ID}`)
  })

  test('leads home after a sign-in for which no request waits', () => {
    expect(destinationAfterSignIn(at('/sign-in'))).toBe('/')
  })

  test('stays on this site whatever the address says', () => {
    const hostile = at('/sign-in?auth_request_id=%2F%2Fevil.example%2F%26x%3D')
    expect(destinationAfterSignIn(hostile)).toBe('/consent?auth_request_id=%2F%2Fevil.example%2F%26x%3D')
  })

  test('takes a UUID for a request and nothing else', () => {
    expect(isRequestId(ID)).toBe(true)
    expect(isRequestId(ID.toUpperCase())).toBe(true)
    for (const text of [undefined, '', 'nope', `${ID}x`, `{${ID}}`, '../../vault'])
      expect(isRequestId(text)).toBe(false)
  })
})
