import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

test.each([
  ['ada@home.example', 'https://home.example', 'acct:ada@home.example', 'ada@home.example'],
  ['acct:ada@home.example', 'https://home.example', 'acct:ada@home.example', 'ada@home.example'],
  [' Ada.L+x@HOME.example ', 'https://home.example', 'acct:Ada.L+x@home.example', 'Ada.L+x@home.example'],
  [
    'ada@bücher.example',
    'https://xn--bcher-kva.example',
    'acct:ada@xn--bcher-kva.example',
    'ada@xn--bcher-kva.example',
  ],
  ['home.example', 'https://home.example', 'https://home.example/', undefined],
  ['home.example:8443', 'https://home.example:8443', 'https://home.example:8443/', undefined],
  ['https://home.example/ada#me', 'https://home.example', 'https://home.example/ada', undefined],
  ['ada@home.example:8443', 'https://home.example:8443', 'https://ada@home.example:8443/', 'ada@home.example:8443'],
])('OpenID Connect Discovery 1.0 §2.1: %s is asked about at %s, as %s', (typed, origin, resource, loginHint) => {
  expect(readAddress(typed, false)).toEqual({ origin, resource, loginHint })
})

test('a server on this machine is asked by http, only where the settings allow it', () => {
  expect(readAddress('localhost:8080', true).origin).toBe('http://localhost:8080')
  expect(readAddress('ada@localhost:8080', true).loginHint).toBe('ada@localhost:8080')
  expect(readAddress('home.example', true).origin).toBe('https://home.example')
  expect(() => readAddress('http://localhost:8080', false)).toThrow('This is no address')
})

test.each([
  '',
  '   ',
  'ada',
  'ada lovelace@home.example',
  '@ada@home.example',
  '=ada',
  '%zz@home.example',
  'ada%0a@home.example',
  '!ada',
  'acct:home.example',
  'acct:ada@home.example/x',
  'http://home.example',
  'ftp://home.example',
  'javascript://home.example/%0aalert(1)',
  'https://ada:password@home.example',
  'home.example.',
  `${'a'.repeat(250)}@home.example`,
])('the address %j is refused, with one that would do', (typed) => {
  expect(() => readAddress(typed, false)).toThrow(expect.objectContaining({ code: 'invalid_address' }))
})
