import { expect, test } from 'vitest'
import { mustSeal, parseDocumentHosts, readClientIdUrl } from './client-id-url.ts'

test.each([
  ['app.example', 'https://app.example/client.json', true],
  ['app.example', 'https://app.example:8443/client.json', true],
  ['app.example:8443', 'https://app.example/client.json', false],
  ['app.example', 'https://evil.example/client.json', false],
  ['app.example', 'https://app.example.evil.example/client.json', false],
  ['*', 'https://app.example/a/b?version=2', true],
  ['*, !evil.example', 'https://evil.example/client.json', false],
  ['*, !evil.example', 'https://a.evil.example/client.json', false],
  ['*, !evil.example', 'https://notevil.example/client.json', true],
  ['*, !evil.example', 'https://evil.example./client.json', false],
  ['*, !evil.example:8443', 'https://evil.example:8443/client.json', false],
  ['*', 'https://app.example', false],
  ['*', 'https://app.example/', false],
  ['*', 'https://APP.example/client.json', false],
  ['*', 'https://app.example:443/client.json', false],
  ['*', 'https://app.example/a/../client.json', false],
  ['*', 'https://app.example/a/%2e%2E/client.json', false],
  ['*', 'https://app.example/client.json#', false],
  ['*', 'https://user@app.example/client.json', false],
  ['*', 'https://app.example@evil.example/client.json', false],
  ['*', 'http://app.example/client.json', false],
  ['*', 'http://localhost:3000/client.json', false],
  ['*, localhost', 'http://localhost:3000/client.json', true],
  ['*, localhost', 'http://localhost.evil.example/client.json', false],
  ['*', 'data:application/json,{}', false],
  ['sealed', 'https://app.example/client.json', true],
  ['sealed', 'http://localhost:3000/client.json', false],
  ['!evil.example', 'https://app.example/client.json', true],
  ['!evil.example', 'https://evil.example/client.json', false],
  ['app.example, !evil.example', 'https://other.example/client.json', false],
])('with CLIENT_METADATA_HOSTS=%s, %s: %s', (hosts, clientId, isRead) => {
  const parsed = parseDocumentHosts(hosts)
  expect(parsed && readClientIdUrl(clientId, parsed) !== undefined).toBe(isRead)
})

test.each([
  '',
  ',',
  'https://app.example',
  'app.example/path',
  '*.example',
  'a b',
  'app.example.',
  '!evil.example:443',
])('%j is no list of hosts', (text) => {
  expect(parseDocumentHosts(text)).toBeUndefined()
})

test.each([
  ['sealed', true],
  ['!evil.example', true],
  ['sealed, other.example', true],
  ['sealed, app.example', false],
  ['app.example', false],
  ['*, sealed', false],
])('with CLIENT_METADATA_HOSTS=%s, a document must name a sealing key: %s', (hosts, must) => {
  const parsed = parseDocumentHosts(hosts)
  expect(parsed && mustSeal(new URL('https://app.example/client.json'), parsed)).toBe(must)
})
