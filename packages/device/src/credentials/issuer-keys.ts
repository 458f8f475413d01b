import { createLocalJWKSet, jwtVerify } from 'jose'
import { type IssuerKey, readIssuerKey } from './credential-item.ts'
import { type IssuerLine, metadataUrl } from './issuer-line.ts'

export type IssuerKeys = { readonly issuer: string; readonly keys: readonly IssuerKey[] }

/** None where they cannot be used (SD-JWT VC draft 19 §4). @throws those of `IssuerLine` */
export async function fetchIssuerKeys(issuer: string, { getJson }: IssuerLine): Promise<IssuerKeys> {
  const metadata = await getJson(metadataUrl('jwt-vc-issuer', issuer))
  const { jwks_uri: uri, jwks = typeof uri === 'string' ? await getJson(uri) : undefined } = metadata
  const isUsable = metadata['issuer'] === issuer && (uri === undefined || metadata['jwks'] === undefined)
  return { issuer, keys: isUsable ? keysIn(jwks) : [] }
}

function keysIn(jwks: unknown): readonly IssuerKey[] {
  const { keys } = Object(jwks)
  const found: readonly unknown[] = Array.isArray(keys) ? keys : []
  return found.flatMap(keyIn).slice(0, MAXIMUM_KEYS)
}

/** An issuer may publish keys for other uses. */
function keyIn(jwk: unknown): readonly IssuerKey[] {
  try {
    const key = readIssuerKey(jwk)
    return (key.kid ?? '').length <= MAXIMUM_KID_CHARACTERS ? [key] : []
  } catch {
    return []
  }
}

/** Apps check again: this keeps useless ones out. */
export async function isSignedBy({ issuer, keys }: IssuerKeys, sdJwt: string): Promise<boolean> {
  try {
    const [jwt = ''] = sdJwt.split('~')
    const getKey = createLocalJWKSet({ keys: [...keys] })
    const { protectedHeader } = await jwtVerify(jwt, getKey, { algorithms: ALGORITHMS, issuer })
    // SD-JWT VC draft 19 §2.2.1.
    return protectedHeader.typ === 'dc+sd-jwt'
  } catch {
    return false
  }
}

const ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
/** They are kept with the credential. */
const MAXIMUM_KEYS = 8
const MAXIMUM_KID_CHARACTERS = 128
