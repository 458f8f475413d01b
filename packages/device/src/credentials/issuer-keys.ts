import { createLocalJWKSet, jwtVerify } from 'jose'
import { readObject } from '../read.ts'
import { type IssuerLine, metadataUrl } from './issuer-line.ts'

export type IssuerKeys = Readonly<Awaited<ReturnType<typeof fetchIssuerKeys>>>

/** SD-JWT VC, "JWT VC Issuer Metadata". @throws those of `IssuerLine` */
export async function fetchIssuerKeys(issuer: string, { getJson }: IssuerLine) {
  const metadata = await getJson(metadataUrl('jwt-vc-issuer', issuer))
  const { jwks_uri: uri, jwks = typeof uri === 'string' ? await getJson(uri) : undefined } = metadata
  return { issuer, named: metadata['issuer'], jwks }
}

/** Apps check again: this keeps useless ones out. */
export async function isSignedBy({ issuer, named, jwks }: IssuerKeys, sdJwt: string): Promise<boolean> {
  try {
    const { keys } = readObject(jwks)
    if (named !== issuer || !Array.isArray(keys)) return false
    const [jwt = ''] = sdJwt.split('~')
    const { protectedHeader } = await jwtVerify(jwt, createLocalJWKSet({ keys }), { algorithms: ALGORITHMS, issuer })
    return TYPES.includes(protectedHeader.typ)
  } catch {
    return false
  }
}

const ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
const TYPES: readonly unknown[] = ['dc+sd-jwt', 'vc+sd-jwt']
