import { loaded } from '../failure.ts'
import { readObject } from '../read.ts'
import type { IssuerLine } from './issuer-line.ts'
import { wellKnownUrl } from './issuer-metadata.ts'

/**
 * Whether the issuer's published keys verify a credential (SD-JWT VC, "JWT VC Issuer Metadata"). Apps verify again: this
 * keeps useless credentials out of the vault.
 * @throws ClientError, as `IssuerLine` does
 */
export async function isSignedBy(issuer: string, sdJwt: string, { getJson }: IssuerLine): Promise<boolean> {
  const metadata = await getJson(wellKnownUrl('jwt-vc-issuer', issuer))
  const { jwks_uri: uri, jwks = typeof uri === 'string' ? await getJson(uri) : undefined } = metadata
  const { createLocalJWKSet, jwtVerify } = await loaded(import('./jose-verify-parts.ts'))
  try {
    const { keys } = readObject(jwks)
    if (metadata['issuer'] !== issuer || !Array.isArray(keys)) return false
    const [jwt = ''] = sdJwt.split('~')
    const { protectedHeader } = await jwtVerify(jwt, createLocalJWKSet({ keys }), { algorithms: ALGORITHMS, issuer })
    return TYPES.includes(protectedHeader.typ)
  } catch {
    return false
  }
}

const ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
const TYPES: readonly unknown[] = ['dc+sd-jwt', 'vc+sd-jwt']
