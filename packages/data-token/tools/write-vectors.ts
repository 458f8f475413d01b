/** Writes vectors/data-tokens.json, which readers of data tokens in every language are checked against. Makes new keys. */
import { writeFileSync } from 'node:fs'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { newAppKey, sealFor } from '../test/seal.ts'

const ISSUER = 'https://id.example.com'
const CLIENT_ID = 'app-1'
const ABOUT = { sub: 'person-1', aud: CLIENT_ID, auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace, née Byron' }
const ISSUED = Date.parse('2026-11-27T12:00:00Z') / 1000
/** Readers go by their own clock: these are valid, or too early, until 2100. */
const FAR = Date.parse('2100-01-01T00:00:00Z') / 1000
const FIVE_MINUTES = 300

type Signer = { readonly alg: string; readonly kid: string; readonly key: Parameters<SignJWT['sign']>[0] }

const [es256, eddsa, stranger] = await Promise.all([newSigner('ES256'), newSigner('EdDSA'), newSigner('ES256')])
/** Signs id_tokens. */
const rs256 = await newSigner('RS256')
const keys = { 'P-256': await newAppKey('P-256'), X25519: await newAppKey('X25519') }
const another = await newAppKey('P-256')
const shared = { alg: 'HS256', kid: es256.kid, key: new TextEncoder().encode(JSON.stringify(es256.publicJwk)) }

const sealed = async (inner: object = {}, key = keys['P-256'], header = {}) => ({
  claims: {},
  claim_names: Object.keys(CLAIMS),
  claims_jwe: await sealFor(key, { claims: CLAIMS, ...ABOUT, ...inner }, header),
})
const cases = [
  accepted('sealed for a P-256 key', await sign(await sealed())),
  accepted('sealed for an X25519 key', await sign(await sealed({}, keys.X25519)), 'X25519'),
  accepted('sealed, with members that a reader does not know', await sign(await sealed({ padding: ' '.repeat(64) }))),
  accepted('signed by an Ed25519 key', await sign(await sealed(), {}, eddsa)),
  accepted('claims in the open', await sign({ claims: CLAIMS }), null),
  accepted('a media type in full', await sign(await sealed(), { typ: 'application/data-token+jwt' })),
  refused('expired', await sign({ ...(await sealed()), exp: ISSUED + FIVE_MINUTES })),
  refused('not_yet_valid', await sign({ ...(await sealed()), nbf: FAR - FIVE_MINUTES })),
  refused('wrong_issuer', await sign({ ...(await sealed()), iss: 'https://evil.example' })),
  refused('wrong_audience', await sign({ ...(await sealed({ aud: 'app-2' })), aud: 'app-2' })),
  refused('malformed', await sign(await sealed(), { typ: 'JWT' }), 'another kind of token, such as an id_token'),
  refused('bad_signature', await sign(await sealed(), {}, stranger), 'a key that is not the provider’s'),
  refused('bad_signature', await sign(await sealed(), {}, rs256), 'the provider’s key for id_tokens'),
  refused('bad_signature', changed(await sign(await sealed())), 'changed after it was signed'),
  refused('bad_signature', await sign(await sealed(), {}, shared), 'the public key taken for a shared secret'),
  refused('bad_signature', unsigned(await sign(await sealed())), 'alg none'),
  refused('plain_claims', await sign({ claims: CLAIMS }), 'claims in the open for an app that has a key'),
  refused('foreign_claims', await sign(await sealed({ aud: 'app-2' })), 'sealed for another app'),
  refused('foreign_claims', await sign(await sealed({ sub: 'person-2' })), 'sealed by another person'),
  refused('foreign_claims', await sign(await sealed({ auth_request_id: 'earlier' })), 'sealed for another request'),
  refused('foreign_claims', await sign({ ...(await sealed()), claim_names: ['email'] }), 'a claim that is not named'),
  refused(
    'unreadable_claims',
    await sign(await sealed({ claims: { ...CLAIMS, email: 1 } })),
    'a claim that is not text',
  ),
  refused(
    'unreadable_claims',
    await sign(await sealed({}, another, { kid: await calculateJwkThumbprint(keys['P-256'].publicJwk) })),
    'another key',
  ),
  refused('unreadable_claims', await sign(await sealed({}, keys['P-256'], { enc: 'A128GCM' })), 'another cipher'),
  refused('malformed', await sign(await sealed(), { typ: 'data-update+jwt' }), 'a data update'),
]

const STATE = { ...idsOf(ABOUT), update_secret: Buffer.alloc(32, 7).toString('base64url'), version: 1_700_000_000_000 }
const NEXT = STATE.version + 1
const CHANGED = { email: 'ada@home.example', name: '' }
const update = async (outer: object = {}, inner: object = {}, key = keys['P-256'], typ = 'data-update+jwt') => {
  const content = { ...ABOUT, ...outer, claims: CHANGED, update_secret: STATE.update_secret, version: NEXT, ...inner }
  return sign({ ...(await sealed(content, key)), as_of: ISSUED, version: NEXT, ...outer }, { typ })
}
const updates = [
  { name: 'a change, and a claim that is gone', ...newer(await update()) },
  { name: 'sealed for an X25519 key', ...newer(await update({}, {}, keys.X25519), 'X25519') },
  { name: 'older than the last', ...stale(await update({ version: 1 }, { version: 1 })) },
  { name: 'sealed with another version', ...stale(await update({}, { version: NEXT + 1 })) },
  { name: 'of another person', ...stale(await update({ sub: 'person-2' })) },
  { name: 'of another grant', ...stale(await update({ auth_request_id: 'earlier' })) },
  { name: 'for another app', ...stale(await update({ aud: 'app-2' })) },
  { name: 'with another secret', ...stale(await update({}, { update_secret: 'x'.repeat(43) })) },
  { name: 'without the secret', ...stale(await update({}, { update_secret: undefined })) },
  { name: 'expired', ...stale(await update({ exp: ISSUED + FIVE_MINUTES })) },
  { name: 'the data token of a sign-in', ...stale(await update({}, {}, keys['P-256'], 'data-token+jwt')) },
]
const vectors = {
  made_by: 'packages/data-token/tools/write-vectors.ts',
  issuer: ISSUER,
  client_id: CLIENT_ID,
  jwks: { keys: [es256.publicJwk, eddsa.publicJwk, rs256.publicJwk] },
  claims_keys: { 'P-256': keys['P-256'].privateJwk, X25519: keys.X25519.privateJwk },
  cases,
  update_sign_in: await sign(await sealed({ update_secret: STATE.update_secret })),
  update_state: STATE,
  updates,
}
writeFileSync(new URL('../vectors/data-tokens.json', import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`)

function accepted(name: string, data_token: string, claims_key: keyof typeof keys | null = 'P-256') {
  return { name, claims_key, data_token, accepted: { sub: ABOUT.sub, claims: CLAIMS } }
}

function refused(code: string, data_token: string, name = code.replaceAll('_', ' ')) {
  return { name, claims_key: 'P-256', data_token, refused: code }
}

function idsOf({ sub, auth_request_id }: typeof ABOUT) {
  return { sub, auth_request_id }
}

function newer(data_token: string, claims_key: keyof typeof keys = 'P-256') {
  return { claims_key, data_token, accepted: { claims: CHANGED, version: NEXT } }
}

function stale(data_token: string) {
  return { claims_key: 'P-256', data_token, refused: true }
}

async function newSigner(alg: 'ES256' | 'EdDSA' | 'RS256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { alg, kid, key: privateKey, publicJwk: { ...jwk, alg, use: 'sig', kid } }
}

async function sign(payload: JWTPayload, header: object = {}, { alg, kid, key }: Signer = es256): Promise<string> {
  return new SignJWT({ iss: ISSUER, ...ABOUT, jti: crypto.randomUUID(), iat: ISSUED, exp: FAR, ...payload })
    .setProtectedHeader({ typ: 'data-token+jwt', alg, kid, ...header })
    .sign(key)
}

/** For another person, under the signature as it was. */
function changed(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return [header, encode({ ...claims, sub: 'person-2' }), signature].join('.')
}

function unsigned(token: string): string {
  const [, payload] = token.split('.')
  return `${encode({ typ: 'data-token+jwt', alg: 'none' })}.${payload}.`
}

function encode(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url')
}
