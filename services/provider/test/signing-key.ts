import { randomUUID } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { ISSUER } from './started-provider.ts'

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export type AppSigningKey = Awaited<ReturnType<typeof createSigningKey>>

type Claims = Readonly<Record<string, unknown>>
type Header = Readonly<Record<string, unknown>>

/** An app's key pair and its signed tokens. Claims set to undefined are left out. */
export async function createSigningKey(alg = 'ES256', options: { readonly modulusLength?: number } = {}) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, ...options })
  const exported = await exportJWK(publicKey)
  const publicJwk: PublicJwk = { ...exported, kty: String(exported.kty) }
  const jkt = await calculateJwkThumbprint(exported)

  async function sign(claims: Claims, header: Header = {}): Promise<string> {
    return new SignJWT({ ...claims }).setProtectedHeader({ alg, ...header }).sign(privateKey)
  }

  /** A client assertion (RFC 7523 §3), right in everything but the changes. */
  async function assertion(clientId: string, changes: Claims = {}, header: Header = {}): Promise<string> {
    const issuedAt = seconds()
    const claims = { iss: clientId, sub: clientId, aud: ISSUER, iat: issuedAt, exp: issuedAt + 60, jti: randomUUID() }
    return sign({ ...claims, ...changes }, header)
  }

  /** An attempt to refresh that proves the client by an assertion: `invalid_grant` if that is accepted. */
  async function attempt(clientId: string, changes: Claims = {}, header: Header = {}) {
    const client_assertion = await assertion(clientId, changes, header)
    const grant = { grant_type: 'refresh_token', refresh_token: 'none' }
    return { ...grant, client_assertion_type: ASSERTION_TYPE, client_assertion }
  }

  /** A DPoP proof (RFC 9449 §4.2) for the token endpoint, right in everything but the nonce and the changes. */
  async function proof(nonce: string | undefined, changes: Claims = {}, header: Header = {}): Promise<string> {
    const claims = { htm: 'POST', htu: `${ISSUER}/oauth/token/`, iat: seconds(), jti: randomUUID(), nonce }
    return sign({ ...claims, ...changes }, { typ: 'dpop+jwt', jwk: exported, ...header })
  }

  const privateJwk = await exportJWK(privateKey)
  return { alg, publicJwk, privateJwk, privateKey, publicKey, jkt, sign, assertion, attempt, proof }
}

export function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
