import { newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { startTestProvider } from '../test/provider.ts'
import type { CountersignSettings } from './checked-settings.ts'
import { proveClient } from './client-authentication.ts'
import { createCountersign } from './countersign.ts'

const provider = startBeforeAll(startTestProvider)

function connect(changes: Partial<CountersignSettings>) {
  return createCountersign({ ...provider.registered, clientSecret: 'cs_cs_1', allowPlainClaims: true, ...changes })
}

const RSA = { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 'AQAB' }

test.each<[string, Partial<CountersignSettings>, RegExp]>([
  ['an issuer over plain http', { issuer: 'http://id.example' }, /issuer must use https/],
  ['an issuer with a trailing slash', { issuer: 'https://id.example/' }, /without trailing slash/],
  ['an issuer that is no URL', { issuer: 'id.example' }, /issuer must be a URL/],
  ['no issuer, as an environment may have none', { issuer: process.env['NO_SUCH_SETTING'] }, /issuer is missing/],
  ['no client id', { clientId: undefined }, /clients add/],
  ['an empty client id', { clientId: '' }, /clients add/],
  ['no redirect URI', { redirectUri: undefined }, /redirectUri is missing/],
  ['a relative redirect URI', { redirectUri: '/callback' }, /absolute/],
  ['an empty secret', { clientSecret: '' }, /leave it out/],
  ['a secret and a key', { clientKey: JSON.stringify(RSA) }, /both/],
  ['a key that is public', { clientSecret: undefined, clientKey: '{"kty":"RSA"}' }, /clientKey must be a private JWK/],
  [
    'a key for what its kind cannot do',
    { clientSecret: undefined, clientKey: '{"kty":"EC","crv":"P-256","alg":"RS256","d":"AQAB"}' },
    /clientKey must be a private JWK/,
  ],
  ['a redirect URI with a fragment', { redirectUri: 'https://app.example/callback#' }, /without fragment/],
  ['a redirect URI over plain http', { redirectUri: 'http://app.example/callback' }, /redirectUri must .* https/],
  // JavaScript can pass it.
  ['scopes in one text', JSON.parse('{"scopes":"openid email"}'), /scopes must be a list/],
  ['a malformed key', { clientSecret: undefined, clientKey: 'secret' }, /clientKey must be a private JWK/],
  ['tokens of a public client bound to a passing key', { clientSecret: undefined, dpop: true }, /dpop must be/],
  ['a shared secret that can be guessed', { dataTokenSecret: 'short' }, /dataTokenSecret must/],
  [
    'credentials without openid, which alone are no approval',
    { scopes: ['email'], credentialIssuers: [{ issuer: 'https://uni.example', types: ['urn:degree'] }] },
    /scopes must include openid/,
  ],
])('settings with %s are refused at the start, with what to do', (_case, changes, words) => {
  const make = () => connect(changes)
  expect(make).toThrow(TypeError)
  expect(make).toThrow(words)
})

test('settings with a broken key that were never checked do not make a public client', async () => {
  const settings = { ...provider.registered, clientSecret: undefined, clientKey: 'broken' }
  await expect(proveClient(settings)).rejects.toThrow(/^clientKey must be a private JWK/)
})

test('settings with a proof key that cannot sign ES256 proofs are refused at once', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const agreement = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  // JavaScript can pass it.
  const none = JSON.parse('{"privateKey":{},"publicKey":{}}')
  const swapped = { privateKey: publicKey, publicKey: privateKey }
  const others = [await generateKeyPair('Ed25519'), await generateKeyPair('ES384'), agreement, swapped, none, {}]
  for (const dpop of others) {
    expect(() => connect({ dpop })).toThrow(/^dpop must be a key pair for ES256/)
  }
  expect(() => connect({ dpop: { privateKey, publicKey } })).not.toThrow()
})

test('with a claims key of two halves of different keys are refused at once', async () => {
  const [one, other] = [await newAppKey(), await newAppKey()]
  const claimsDecryptionKey = JSON.stringify({ ...one.publicJwk, d: other.privateJwk.d })
  const app = connect({ claimsDecryptionKey })
  await expect(app.beginSignIn()).rejects.toThrow(/^claimsDecryptionKey holds a private key that is damaged/)
})
