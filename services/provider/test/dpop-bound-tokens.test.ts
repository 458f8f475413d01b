import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { createSigningKey } from './signing-key.ts'
import { startDpop } from './started-dpop.ts'
import { ISSUER } from './started-provider.ts'

const { provider, key, nonce, exchangeWith, refreshWith, boundTo } = await startDpop()

test('RFC 9449 §10: a code with dpop_jkt is worth nothing without that key, and not spent', async () => {
  const stranger = await createSigningKey()
  const code = await provider.obtainCode({ dpop_jkt: key.jkt })
  for (const proof of [undefined, await stranger.proof(nonce)]) {
    expectRefusal(await exchangeWith(code, proof), 400, 'invalid_grant')
  }
  expect((await exchangeWith(code, await key.proof(nonce))).statusCode).toBe(200)
})

test("RFC 9449 §5: a public client's refresh token is bound to its key, through every rotation", async () => {
  const client = await provider.register({ authenticationMethod: 'none' })
  const stranger = await createSigningKey()
  const first = (await exchangeWith(await provider.obtainCodeOf(client), await key.proof(nonce), client)).json()
  for (const proof of [undefined, await stranger.proof(nonce)]) {
    expect((await refreshWith(first.refresh_token, proof, client)).json()).toMatchObject({ error: 'invalid_grant' })
  }
  const second = await refreshWith(first.refresh_token, await key.proof(nonce), client)
  expect(second.json()).toMatchObject({ token_type: 'DPoP' })
  expect(await boundTo(second.json().access_token)).toBe(key.jkt)
  const { refresh_token } = second.json()
  expect((await refreshWith(refresh_token, undefined, client)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await refreshWith(refresh_token, await key.proof(nonce), client)).statusCode).toBe(200)
})

test('RFC 9449 §5: a public client that begins with DPoP later is bound from then on', async () => {
  const client = await provider.register({ authenticationMethod: 'none' })
  const first = (await exchangeWith(await provider.obtainCodeOf(client), undefined, client)).json()
  expect(first).toMatchObject({ token_type: 'Bearer' })
  expect(await boundTo(first.access_token)).toBeUndefined()
  const second = (await refreshWith(first.refresh_token, await key.proof(nonce), client)).json()
  expectRefusal(await refreshWith(second.refresh_token, undefined, client), 400, 'invalid_grant')
})

test('one who lacks the key can neither use a refresh token nor, with an old one, end the grant', async () => {
  const client = await provider.register({ authenticationMethod: 'none' })
  const first = (await exchangeWith(await provider.obtainCodeOf(client), await key.proof(nonce), client)).json()
  const second = (await refreshWith(first.refresh_token, await key.proof(nonce), client)).json()
  const third = (await refreshWith(second.refresh_token, await key.proof(nonce), client)).json()
  expect((await refreshWith(first.refresh_token, undefined, client)).statusCode).toBe(400)
  expect((await refreshWith(third.refresh_token, await key.proof(nonce), client)).statusCode).toBe(200)
})

test("RFC 9449 §5: a confidential client's refresh token is held by its secret, so its key may change", async () => {
  const other = await createSigningKey()
  const first = (await exchangeWith(await provider.obtainCode(), await key.proof(nonce))).json()
  const second = (await refreshWith(first.refresh_token, await other.proof(nonce))).json()
  expect(await boundTo(second.access_token)).toBe(other.jkt)
})

test('one refresh with two keys gives two bound access tokens and one refresh token', async () => {
  const other = await createSigningKey()
  const first = (await exchangeWith(await provider.obtainCode(), await key.proof(nonce))).json()
  const proofs = await Promise.all([key.proof(nonce), other.proof(nonce)])
  const [one, two] = await Promise.all(proofs.map((proof) => refreshWith(first.refresh_token, proof)))
  expect(one?.json().refresh_token).toBe(two?.json().refresh_token)
  expect(await boundTo(one?.json().access_token)).toBe(key.jkt)
  expect(await boundTo(two?.json().access_token)).toBe(other.jkt)
})

test('RFC 9449 §5.2: a client with dpop_bound_access_tokens gets nothing without a proof', async () => {
  const client = await provider.register({ dpopBound: true })
  const code = await provider.obtainCodeOf(client)
  expectRefusal(await exchangeWith(code, undefined, client), 400, 'invalid_dpop_proof')
  const { refresh_token } = (await exchangeWith(code, await key.proof(nonce), client)).json()
  expect((await refreshWith(refresh_token, undefined, client)).json()).toMatchObject({ error: 'invalid_dpop_proof' })
  expect((await refreshWith(refresh_token, await key.proof(nonce), client)).statusCode).toBe(200)
})

test('RFC 9449 §7: a bound token opens userinfo with a fresh proof of its key, and with nothing else', async () => {
  const code = await provider.obtainCode({ scope: 'openid email' })
  const { access_token } = (await exchangeWith(code, await key.proof(nonce), provider.client)).json()
  const ath = createHash('sha256').update(access_token).digest('base64url')
  const claims = { htm: 'GET', htu: `${ISSUER}/oauth/userinfo`, ath }
  const ask = (headers: Record<string, string>) => provider.app.inject({ url: '/oauth/userinfo', headers })
  const other = await createSigningKey()
  const authorization = `DPoP ${access_token}`
  const refusals = [
    [{ authorization: `Bearer ${access_token}` }, 'invalid_token'],
    [{ authorization }, 'invalid_dpop_proof'],
    [{ authorization, dpop: await key.proof(nonce, { ...claims, ath: 'x' }) }, 'invalid_dpop_proof'],
    [{ authorization, dpop: await key.proof('stale', claims) }, 'use_dpop_nonce'],
    [{ authorization, dpop: await other.proof(nonce, claims) }, 'invalid_token'],
  ] as const
  for (const [headers, error] of refusals) {
    const refused = await ask(headers)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toContain(`DPoP error="${error}"`)
    expect(refused.headers['dpop-nonce'] !== undefined).toBe(error === 'use_dpop_nonce')
  }
  const answer = await ask({ authorization, dpop: await key.proof(nonce, claims) })
  expect(answer.json()).toMatchObject({ email: 'ada@example.com' })
  const introspected = (await provider.introspect(access_token)).json()
  expect(introspected).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: key.jkt } })
})

test("a bound token in the hands of one who lacks its key cannot spend its owner's second try of a refresh", async () => {
  const { client } = provider
  const first = (await exchangeWith(await provider.obtainCode(), await key.proof(nonce))).json()
  const lost = (await refreshWith(first.refresh_token, await key.proof(nonce), client)).json()
  expect((await provider.userinfo(lost.access_token)).statusCode).toBe(401)
  expect((await refreshWith(first.refresh_token, await key.proof(nonce), client)).statusCode).toBe(200)
})
