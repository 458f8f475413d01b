import { describe, expect, test } from 'vitest'
import { buildReturnAddress, DENIED, findReturnTarget, NO_REDIRECT, parseRedirectUri } from './return-address.ts'

const iss = 'https://id.example'
const client = { client_id: 'books', name: 'Books', logo: '', description: '' }
const at = (redirect_uri: string) => ({ redirect_uri, client })

describe('where the page may go', () => {
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

test('the answer to a device leads no page anywhere', () => {
  expect(findReturnTarget(NO_REDIRECT)).toEqual({ kind: 'device' })
  expect(findReturnTarget(`${NO_REDIRECT}?x`)).toBeUndefined()
  expect(parseRedirectUri(NO_REDIRECT)).toBeUndefined()
  expect(buildReturnAddress(at(NO_REDIRECT), { code: 'c', state: 's', iss })).toBeUndefined()
})

describe('the address that carries an answer', () => {
  test('has code, state and issuer', () => {
    expect(buildReturnAddress(at('https://books.example/cb'), { code: 'cs_ac_1', state: 'a b&c', iss })).toBe(
      'https://books.example/cb?code=cs_ac_1&state=a+b%26c&iss=https%3A%2F%2Fid.example',
    )
  })

  test('has no state where the app sent none', () => {
    expect(buildReturnAddress(at('https://books.example/cb'), { ...DENIED, state: '', iss })).toBe(
      'https://books.example/cb?error=access_denied&error_description=The+person+said+no.&iss=https%3A%2F%2Fid.example',
    )
  })

  test('keeps the query of the redirect URI as it is', () => {
    expect(buildReturnAddress(at('https://books.example/cb?a=1%20+2&b'), { code: 'c', state: 's', iss })).toBe(
      'https://books.example/cb?a=1%20+2&b&code=c&state=s&iss=https%3A%2F%2Fid.example',
    )
  })

  test('leads into an app on the device', () => {
    expect(buildReturnAddress(at('com.example.app:/cb'), { code: 'c', state: 's', iss })).toBe(
      'com.example.app:/cb?code=c&state=s&iss=https%3A%2F%2Fid.example',
    )
  })

  test('gives the state back byte for byte', () => {
    const state = 'ü%20&=+/?#\u0000"'
    const address = buildReturnAddress(at('https://books.example/cb'), { code: 'c', state, iss })
    expect(new URL(address ?? '').searchParams.get('state')).toBe(state)
  })

  test('leads to the page that posts it, for an app that wants a form', () => {
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
