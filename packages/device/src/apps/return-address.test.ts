import { describe, expect, test } from 'vitest'
import { buildReturnAddress, DENIED, findReturnTarget, NO_REDIRECT, parseRedirectUri } from './return-address.ts'

const iss = 'https://id.example'
const client = { client_id: 'books', name: 'Books', logo: '', description: '' }
const at = (redirect_uri: string) => ({ redirect_uri, client })

describe('a redirect URI', () => {
  test.each([
    ['https://books.example/callback', { kind: 'site', host: 'books.example' }],
    ['https://books.example:8443/callback?a=b', { kind: 'site', host: 'books.example:8443' }],
    ['http://localhost:8090/callback', { kind: 'local', host: 'localhost:8090' }],
    ['http://127.0.0.1:51004/', { kind: 'local', host: '127.0.0.1:51004' }],
    ['http://[::1]:51004/', { kind: 'local', host: '[::1]:51004' }],
    ['com.example.app:/callback', { kind: 'program', scheme: 'com.example.app' }],
    ['cursor://anysphere.cursor/callback', { kind: 'program', scheme: 'cursor' }],
  ])('%s is shown and followed', (uri, place) => {
    expect(findReturnTarget(uri)).toEqual(place)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://books.example/1',
    'file:///etc/passwd',
    'about:blank',
    'intent:#Intent;end',
    'http://books.example/callback',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
    'https://user@books.example/',
    'https://user:secret@books.example/',
    'https://books.example/#fragment',
    'https://books.example/#',
    'myapp:/callback',
    'cursor:alert(1)',
    'javascript://books.example/%0aalert(1)',
    'vbscript://x/y',
    'data://text/html,x',
    'file://host/etc/passwd',
    'blob://x/y',
    'about://x/y',
    'intent://scan/#Intent',
    'view-source://x/',
    'ws://books.example/',
    'ms-msdt://x/y',
    'search-ms://x/y',
    'chrome-extension://x/y',
    'ftp://books.example/',
    '//books.example/callback',
    '/callback',
    '',
  ])('CVE-2026-67333 (GHSA-86j7), CVE-2024-21637: the page does not go to %j', (uri) => {
    expect(parseRedirectUri(uri)).toBeUndefined()
    expect(findReturnTarget(uri)).toBeUndefined()
    expect(buildReturnAddress(at(uri), { code: 'c', state: 's', iss })).toBeUndefined()
  })
})

test('a device flow has no address to return to', () => {
  expect(findReturnTarget(NO_REDIRECT)).toEqual({ kind: 'device' })
  expect(findReturnTarget(`${NO_REDIRECT}?x`)).toBeUndefined()
  expect(parseRedirectUri(NO_REDIRECT)).toBeUndefined()
  expect(buildReturnAddress(at(NO_REDIRECT), { code: 'c', state: 's', iss })).toBeUndefined()
})

describe('the address that carries an answer', () => {
  const code = { code: 'cs_ac_1' }
  const ISS = 'iss=https%3A%2F%2Fid.example'

  test.each([
    ['https://books.example/cb', { ...code, state: 'a b&c' }, `code=cs_ac_1&state=a+b%26c&${ISS}`],
    [
      'https://books.example/cb',
      { ...DENIED, state: '' },
      `error=access_denied&error_description=The+person+said+no.&${ISS}`,
    ],
    ['https://books.example/cb?a=1%20+2&b', { ...code, state: 's' }, `code=cs_ac_1&state=s&${ISS}`],
    ['com.example.app:/cb', { ...code, state: 's' }, `code=cs_ac_1&state=s&${ISS}`],
  ])('is %s as it is, with %j added', (uri, result, query) => {
    expect(buildReturnAddress(at(uri), { ...result, iss })).toBe(`${uri}${uri.includes('?') ? '&' : '?'}${query}`)
  })

  test('gives the state back byte for byte', () => {
    const state = 'ü%20&=+/?#\u0000"'
    const address = buildReturnAddress(at('https://books.example/cb'), { code: 'c', state, iss })
    expect(new URL(address ?? '').searchParams.get('state')).toBe(state)
  })

  test('is the page that posts it, for an app that requests a form', () => {
    const app = { ...at('https://books.example/cb?a=1'), response_mode: 'form_post' } as const
    const address = new URL(buildReturnAddress(app, { code: 'c', state: 's', iss }) ?? '')
    expect(address.origin + address.pathname).toBe('https://id.example/oauth/form-post')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'books',
      redirect_uri: 'https://books.example/cb?a=1',
      code: 'c',
      state: 's',
    })
  })
})
