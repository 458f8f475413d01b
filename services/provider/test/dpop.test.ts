import { createHash } from 'node:crypto'
import { fuzzSeed } from '@countersign/testing'
import fc from 'fast-check'
import { exportJWK } from 'jose'
import { expect, test } from 'vitest'
import { checkDpopProof } from '../src/ground/dpop/check-dpop-proof.ts'
import { createDpopNonces } from '../src/ground/dpop/dpop-nonces.ts'
import { expectRefusal, findTraces } from './answers.ts'
import { createSigningKey, seconds } from './signing-key.ts'
import { startDpop } from './started-dpop.ts'
import { ISSUER, SERVICE_TOKEN } from './started-provider.ts'

const { provider, key, nonce, exchangeWith, refreshWith, boundTo } = await startDpop()

/** Not compared as text: every five minutes another one is sent. */
function expectNonce(sent: unknown): void {
  expect(createDpopNonces([SERVICE_TOKEN]).isValid(String(sent), new Date())).toBe(true)
}

test.each([
  ['ES256', {}],
  ['PS256', { modulusLength: 2048 }],
  ['EdDSA', {}],
  ['Ed25519', {}],
])('RFC 9449 §5: a proof by %s binds the access token to its key, and the answer says DPoP', async (alg, options) => {
  const own = await createSigningKey(alg, options)
  const response = await exchangeWith(await provider.obtainCode(), await own.proof(nonce))
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ token_type: 'DPoP', expires_in: 3600, scope: 'openid email' })
  expect(await boundTo(response.json().access_token)).toBe(own.jkt)
  expectNonce(response.headers['dpop-nonce'])
  const exposed = String(response.headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['date', 'dpop-nonce']))
})

test.each([
  ['no nonce', undefined],
  ['a nonce of our making up', 'made-up'],
  ['a nonce of another server', createDpopNonces(['another secret']).current(new Date())],
  ['a nonce of an hour ago', createDpopNonces([SERVICE_TOKEN]).current(new Date(Date.now() - 3_600_000))],
])('RFC 9449 §8: with %s the answer is use_dpop_nonce and a nonce that then works', async (_case, wrong) => {
  const code = await provider.obtainCode()
  const refused = await exchangeWith(code, await key.proof(wrong))
  expectRefusal(refused, 400, 'use_dpop_nonce')
  expect(refused.headers['cache-control']).toBe('no-store')
  const given = String(refused.headers['dpop-nonce'])
  expect((await exchangeWith(code, await key.proof(given))).statusCode).toBe(200)
})

test.each([
  ['another typ', {}, { typ: 'JWT' }],
  ['no typ', {}, { typ: undefined }],
  ['no jwk', {}, { jwk: undefined }],
  ['a jwk that is no object', {}, { jwk: 'key' }],
  ['a symmetric jwk', {}, { jwk: { kty: 'oct', k: 'AAAA' } }],
  ['a jwk on another curve', {}, { jwk: { kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' } }],
  ['another method', { htm: 'GET' }, {}],
  ['a method in another case', { htm: 'post' }, {}],
  ['no htm', { htm: undefined }, {}],
  ['another endpoint', { htu: `${ISSUER}/oauth/par` }, {}],
  ['CVE-2026-29067: another host', { htu: 'https://evil.example/oauth/token' }, {}],
  ['CVE-2026-33495: another scheme', { htu: 'http://id.example/oauth/token' }, {}],
  ['user information in htu', { htu: 'https://x@id.example/oauth/token' }, {}],
  ['an htu that is no address', { htu: '/oauth/token' }, {}],
  ['no htu', { htu: undefined }, {}],
  ['an iat of long ago', { iat: seconds() - 400 }, {}],
  ['an iat in the future', { iat: seconds() + 3_600 }, {}],
  ['no iat', { iat: undefined }, {}],
  ['an iat that is no number', { iat: 'now' }, {}],
  ['no jti', { jti: undefined }, {}],
  ['an empty jti', { jti: '' }, {}],
  ['a jti over 256 characters', { jti: 'j'.repeat(257) }, {}],
  ['an unknown critical header', {}, { crit: ['x'], x: 1 }],
])('RFC 9449 §4.3: a proof with %s is refused, and the code still works afterwards', async (_case, claims, header) => {
  const code = await provider.obtainCode()
  const proof = 'crit' in header ? await craft(header) : await key.proof(nonce, claims, header)
  expectRefusal(await exchangeWith(code, proof), 400, 'invalid_dpop_proof')
  expect((await exchangeWith(code, await key.proof(nonce))).statusCode).toBe(200)
})

test('RFC 7517 §4: members of a proof’s jwk that say nothing of its key do not matter', async () => {
  const code = await provider.obtainCode()
  const jwk = { ...key.publicJwk, key_ops: ['sign'], ext: 'x' }
  expect((await exchangeWith(code, await key.proof(nonce, {}, { jwk }))).statusCode).toBe(200)
})

/** A proof whose header no library would write; its signature does not matter, for the header is refused first. */
async function craft(header: object): Promise<string> {
  const [, payload, signature] = (await key.proof(nonce)).split('.')
  const protectedHeader = { alg: 'ES256', typ: 'dpop+jwt', jwk: key.publicJwk, ...header }
  return `${Buffer.from(JSON.stringify(protectedHeader)).toString('base64url')}.${payload}.${signature}`
}

test('RFC 9449 §4.3: a proof with a private key, no, a symmetric, weak or other signature is refused', async () => {
  const stranger = await createSigningKey()
  const rsa = await createSigningKey('RS256')
  const small = { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(128, 0xc1).toString('base64url') }
  const code = await provider.obtainCode()
  const proofs = [
    await key.proof(nonce, {}, { jwk: key.privateJwk }),
    await key.proof(nonce, {}, { jwk: await exportJWK(stranger.publicKey) }),
    await craft({ alg: 'none' }),
    await craft({ alg: 'HS256' }),
    await craft({ alg: 'PS256', jwk: small }),
    await craft({ alg: 'PS256' }),
    await craft({ alg: 'EdDSA' }),
    await craft({ jwk: rsa.publicJwk }),
    await rsa.proof(nonce),
    (await key.proof(nonce)).slice(0, -2),
    'nonsense',
    'x'.repeat(9000),
    '',
  ]
  for (const proof of proofs) {
    expect((await exchangeWith(code, proof)).json()).toMatchObject({ error: 'invalid_dpop_proof' })
  }
  expect((await exchangeWith(code, await key.proof(nonce))).statusCode).toBe(200)
})

test('RFC 9449 §4.3: two DPoP headers are refused', async () => {
  const both = `${await key.proof(nonce)}, ${await key.proof(nonce)}`
  expectRefusal(await exchangeWith(await provider.obtainCode(), both), 400, 'invalid_dpop_proof')
})

test('RFC 9449 §4.3: query, fragment, the trailing slash and the default port of htu do not matter', async () => {
  for (const htu of ['https://ID.example:443/oauth/token', `${ISSUER}/oauth/token/?a=b#c`]) {
    expect((await exchangeWith(await provider.obtainCode(), await key.proof(nonce, { htu }))).statusCode).toBe(200)
  }
})

test('RFC 9449 §11.1: of 50 uses of one proof at once, on two instances, exactly one is accepted', async () => {
  const { refresh_token } = await provider.obtainTokens()
  const instances = [provider.app, await provider.startInstance()]
  const dpop = await key.proof(nonce)
  const fields = { grant_type: 'refresh_token', refresh_token, ...provider.client }
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => provider.token(fields, { dpop }, instances[index % 2])),
  )
  expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1)
  const errors = responses.map((response) => response.json<{ error?: string }>().error)
  expect(errors.filter((error) => error === 'invalid_dpop_proof')).toHaveLength(49)
  await instances[1]?.close()
})

test('RFC 9449 §4.3, §7: a proof for a resource must name its access token, method and address', async () => {
  const dependencies = {
    sql: provider.database.sql,
    now: () => new Date(),
    config: provider.config,
    dpopNonces: createDpopNonces(provider.config.serviceTokens),
  }
  const accessToken = `cs_at_${'A'.repeat(64)}`
  const request = { method: 'GET', path: '/oauth/userinfo', accessToken }
  const athOf = (token: string) => createHash('sha256').update(token).digest('base64url')
  const claims = { htm: 'GET', htu: `${ISSUER}/oauth/userinfo`, ath: athOf(accessToken) }
  const proof = await key.proof(nonce, claims)
  expect(await checkDpopProof(dependencies, { proof, ...request })).toBe(key.jkt)
  const wrong = [undefined, athOf('another'), accessToken].map((ath) => key.proof(nonce, { ...claims, ath }))
  for (const refused of [...(await Promise.all(wrong)), proof]) {
    const checked = checkDpopProof(dependencies, { proof: refused, ...request })
    await expect(checked).rejects.toMatchObject({ code: 'invalid_dpop_proof' })
  }
})

test('whatever stands in the DPoP header, the answer is a refusal and never a bug', async () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const part = fc.oneof(fc.string(), fc.jsonValue().map(encode))
  const alg = fc.constantFrom('ES256', 'PS256', 'EdDSA', 7)
  const header = fc.record({ alg, jwk: fc.jsonValue(), typ: fc.string() }).map(encode)
  const proof = fc
    .tuple(fc.oneof(part, header), part, part)
    .map((parts) => parts.join('.').replace(/[^\x20-\x7E]/g, '?'))
  await fc.assert(
    fc.asyncProperty(proof, async (dpop) => {
      expect((await refreshWith('none', dpop)).json()).toMatchObject({ error: 'invalid_dpop_proof' })
    }),
    { numRuns: 300, ...fuzzSeed() },
  )
})

test('neither a proof nor its jti is in the database or in the log', async () => {
  const jti = 'proof-of-postgresql'
  const dpop = await key.proof(nonce, { jti })
  const code = await provider.obtainCode()
  await exchangeWith(code, dpop)
  await exchangeWith(code, dpop)
  expect(await findTraces(provider, jti, dpop)).toEqual([])
})

test('RFC 9449 §10.1: a proof at PAR binds the code as dpop_jkt does; the two must agree', async () => {
  const htu = `${ISSUER}/oauth/par`
  const unnonced = await provider.push({}, { dpop: await key.proof(undefined, { htu }) })
  expect(unnonced.json()).toMatchObject({ error: 'use_dpop_nonce' })
  expectNonce(unnonced.headers['dpop-nonce'])
  const pushProven = async (changes: Record<string, string>) =>
    provider.push(changes, { dpop: await key.proof(nonce, { htu }) })
  expect((await pushProven({ nonce: 'by-proof' })).statusCode).toBe(201)
  const [row] = await provider.database.sql`
    select dpop_jkt from provider.authorization_requests where nonce = 'by-proof'`
  expect(row).toEqual({ dpop_jkt: key.jkt })
  expect((await pushProven({ dpop_jkt: key.jkt })).statusCode).toBe(201)
  const other = await createSigningKey()
  expectRefusal(await pushProven({ dpop_jkt: other.jkt }), 400, 'invalid_dpop_proof')
})
