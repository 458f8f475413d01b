import { randomBytes } from 'node:crypto'
import { signJwsAside } from '@countersign/data-token'
import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { WithSigning } from '../../ground/parts.ts'
import type { ResourceServer } from './resource-server.ts'

/** RFC 9068 §2.1: keeps other JWTs of these keys from passing as access tokens. */
const TYP = 'at+jwt'
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** Unverified: anyone can write a JWT until its row is found. */
const identified = Compile(Type.Object({ jti: Type.String() }))

export type AccessTokenContent = {
  readonly server: ResourceServer
  /** The grant's id, or a client token's own. */
  readonly key: { readonly kind: 'grant' | 'client'; readonly id: string }
  readonly sub: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly jkt: string | undefined
  readonly lifetimeSeconds: number
}

/** Signs an access token that its resource server verifies itself (RFC 9068 §2.2). */
export async function signAccessToken(
  { keys, config, now }: WithSigning,
  { server, key, sub, clientId, scopes, jkt, lifetimeSeconds }: AccessTokenContent,
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: config.issuer,
    sub,
    aud: server.resource,
    client_id: clientId,
    scope: scopes.join(' '),
    iat,
    exp: iat + lifetimeSeconds,
    jti: key.kind === 'grant' ? `${key.id}.${randomBytes(16).toString('base64url')}` : key.id,
    ...(jkt !== undefined && { cnf: { jkt } }),
  }
  return signJwsAside(claims, await keys.signingKey(server.signingAlgorithm), TYP)
}

/** The key of a JWT access token's row. Needs no signature check: the row is found by the hash of the whole token. */
export function findKeyOfJwt(token: string): AccessTokenContent['key'] | undefined {
  const jti = readJti(token)
  const [id = '', ...rest] = jti?.split('.') ?? []
  return UUID.test(id) ? { kind: rest.length > 0 ? 'grant' : 'client', id } : undefined
}

function readJti(token: string): string | undefined {
  try {
    if (decodeProtectedHeader(token).typ !== TYP) return undefined
    const claims: unknown = decodeJwt(token)
    return identified.Check(claims) ? claims.jti : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}
