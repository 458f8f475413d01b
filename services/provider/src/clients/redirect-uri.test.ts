import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRegisteredRedirectUri, problemOfPrivateUseScheme, problemOfRedirectUri } from './redirect-uri.ts'

const REGISTERED = 'https://app.example/callback'

function isMet(registered: readonly string[], given: string, authenticationMethod: Method = 'client_secret_post') {
  return isRegisteredRedirectUri({ authenticationMethod }, { registered, given })
}

type Method = Parameters<typeof isRegisteredRedirectUri>[0]['authenticationMethod']

describe('a redirect URI for registration', () => {
  test.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example/callback?tenant=7',
    'https://app.example:8443/callback',
    'http://localhost:8090/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9000/callback',
    'com.example.app:/callback',
  ])('%s is allowed', (uri) => {
    expect(problemOfRedirectUri(uri)).toBeUndefined()
  })

  test.each([
    ['', 'is not an absolute URI'],
    ['/callback', 'is not an absolute URI'],
    ['https://app.example/a b', 'is not an absolute URI'],
    ['https://app.example\\callback', 'is not an absolute URI'],
    ['https://app.example/\u0000', 'is not an absolute URI'],
    ['https://app.example/%2e%2e/callback', 'is not in its normal form'],
    ['https://app.example/grüße', 'normal form, which is https://app.example/gr%C3%BC%C3%9Fe'],
    ['https://münchen.example/callback', 'normal form, which is https://xn--mnchen-3ya.example/callback'],
    ['https://app。example/callback', 'normal form, which is https://app.example/callback'],
    ['https://app.example/a\u0085b', 'is not an absolute URI'],
    ['http://localhost./callback', 'must be https'],
    ['http://LOCALHOST/callback', 'is not in its normal form'],
    ['http://[0:0:0:0:0:0:0:1]/callback', 'is not in its normal form'],
    ['https://app.example/callback#part', 'has a fragment'],
    ['https://app.example/callback#', 'has a fragment'],
    ['https://user@app.example/callback', 'carries user information'],
    ['https://app.example@evil.example/callback', 'carries user information'],
    ['http://127.0.0.1@evil.example/', 'carries user information'],
    ['http://app.example/callback', 'must be https'],
    ['http://127.0.0.1.evil.example/', 'must be https'],
    ['javascript:alert(1)', 'must be https'],
    ['data:text/html,x', 'must be https'],
    ['myapp:/callback', 'must be https'],
    ['https://*.example/callback', 'has a wildcard'],
    ['https://App.Example/callback', 'is not in its normal form'],
    ['https://app.example:443/callback', 'is not in its normal form'],
    ['https://app.example/a/../callback', 'is not in its normal form'],
    [`https://app.example/${'x'.repeat(2048)}`, 'has more than 2048 characters'],
  ])('%j is refused', (uri, problem) => {
    expect(problemOfRedirectUri(uri)).toContain(problem)
  })
})

describe('a private-use scheme without a dot (RFC 8252 §7.1)', () => {
  test("needs an operator's leave and an authority", () => {
    expect(problemOfRedirectUri('cursor://anysphere.cursor/callback')).toContain(
      'allow this one with --private-use-scheme',
    )
    expect(problemOfRedirectUri('javascript://cursor/callback')).not.toContain('--private-use-scheme')
    expect(problemOfRedirectUri('cursor://anysphere.cursor/callback', ['cursor'])).toBeUndefined()
    expect(problemOfRedirectUri('cursor:/callback', ['cursor'])).toContain('must be https')
    expect(problemOfRedirectUri('cursor:alert(1)', ['cursor'])).toContain('must be https')
    expect(problemOfRedirectUri('cursor2://anysphere.cursor/callback', ['cursor'])).toContain('must be https')
  })

  const taken = 'javascript data file blob vbscript http https ws about intent view-source mailto chrome-extension'
  const ofSystems = ['ms-msdt', 'search-ms', 'web+app']
  const malformed = ['Cursor', 'cursor:', 'a', 'a b', '', 'x'.repeat(33)]
  test.each([...taken.split(' '), ...ofSystems, ...malformed])('%j cannot be allowed by an operator', (scheme) => {
    expect(problemOfPrivateUseScheme(scheme)).toBeDefined()
  })

  test.each(['cursor', 'vscode', 'my-app', 'a1'])('%j is one', (scheme) => {
    expect(problemOfPrivateUseScheme(scheme)).toBeUndefined()
  })
})

describe('redirect URI:', () => {
  // Also CVE-2024-52289.
  test.each([
    'https://app.example/callback/',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'HTTPS://app.example/callback',
    'http://app.example/callback',
    'https://app.example:443/callback',
    'https://app.example./callback',
    'https://app.example/callback?x',
    'https://app.example/callback#',
    'https://app.example/callback%00',
    'https://app.example/%63allback',
    'https://app.example/./callback',
    'https://app.example/x/../callback',
    'https://app.example/x/%2e%2e/callback',
    'https://app.example/callback;x',
    'https://app.example//callback',
    'https://app.example\\callback',
    'https://app.example/callback\t',
    ' https://app.example/callback',
    'https://app.example@evil.example/callback',
    'https://evil.example/https://app.example/callback',
    'https://app.example.evil.example/callback',
    'https://appXexample/callback',
    'https://app。example/callback',
    'javascript://app.example/callback',
  ])('CVE-2018-14658, CVE-2020-15234, CVE-2023-6927, CVE-2024-8883: %j is refused', (given) => {
    expect(isMet([REGISTERED], given)).toBe(false)
  })

  test('the registered text itself is met', () => {
    expect(isMet(['https://other.example/', REGISTERED], REGISTERED)).toBe(true)
  })

  test('no other text is met, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), (given) => given === REGISTERED || !isMet([REGISTERED], given)),
    )
  })

  test('no single changed, added or removed character goes unnoticed', () => {
    const edit = fc.tuple(fc.nat(REGISTERED.length), fc.constantFrom(0, 1), fc.string({ maxLength: 2 }))
    fc.assert(
      fc.property(edit, ([at, removed, added]) => {
        const given = REGISTERED.slice(0, at) + added + REGISTERED.slice(at + removed)
        return given === REGISTERED || !isMet([REGISTERED], given)
      }),
    )
  })

  test('a registered loopback IP literal is met on any port (RFC 8252 §7.3)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 65_535 }).filter((port) => port !== 80),
        (port) => {
          expect(isMet(['http://127.0.0.1/cb'], `http://127.0.0.1:${port}/cb`)).toBe(true)
          expect(isMet(['http://[::1]:1234/cb'], `http://[::1]:${port}/cb`)).toBe(true)
        },
      ),
    )
  })

  test.each<[boolean, Method]>([
    [true, 'none'],
    [false, 'client_secret_basic'],
    [false, 'private_key_jwt'],
  ])('RFC 8252 §8.3: a registered localhost is met on any port is %s with the method %s', (expected, method) => {
    expect(isMet(['http://localhost/cb'], 'http://localhost:51004/cb', method)).toBe(expected)
    expect(isMet(['http://localhost:3000/cb'], 'http://localhost/cb', method)).toBe(expected)
  })

  test.each([
    ['http://localhost/cb', 'http://localhost.:51004/cb'],
    ['http://localhost/cb', 'http://LOCALHOST:51004/cb'],
    ['http://localhost/cb', 'http://127.0.0.1:51004/cb'],
    ['http://localhost/cb', 'http://app.localhost:51004/cb'],
    ['http://localhost/cb', 'http://localhost.evil.example:51004/cb'],
    ['http://localhost/cb', 'http://localhost:51004@evil.example/cb'],
    ['http://localhost/cb', 'http://user@localhost:51004/cb'],
    ['http://localhost/cb', 'http://localhost:51004/cb#x'],
    ['http://localhost/cb', 'https://localhost:51004/cb'],
    ['https://localhost/cb', 'https://localhost:51004/cb'],
    ['http://[::1]/cb', 'http://[0:0:0:0:0:0:0:1]:51004/cb'],
    ['http://[::1]/cb', 'http://[::ffff:127.0.0.1]:51004/cb'],
    ['http://127.0.0.1/cb', 'http://localhost:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.1:51004/cb'],
    ['http://127.0.0.1/cb', 'http://[::1]:51004/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/CB'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb?x=1'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:051004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb'],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
  ])('CVE-2020-15233: %s is not met by %s', (registered, given) => {
    expect(isMet([registered], given, 'none')).toBe(false)
  })
})
