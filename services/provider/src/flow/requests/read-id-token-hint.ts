import { OAuthError } from '@countersign/service/errors'
import { decodeProtectedHeader } from 'jose'
import { ID_TOKEN_ALGORITHMS } from '../../ground/keys/key.ts'
import { verifyOwnJwt } from '../../ground/keys/verify-own-jwt.ts'
import type { WithConfig, WithKeys } from '../../ground/parts.ts'

const MAXIMUM_HINT_LENGTH = 16_384

/**
 * The subject of this client's id_token, expired or not: a hint proves nothing (OpenID Connect Core §3.1.2.1).
 * @throws OAuthError `invalid_request`
 */
export async function readIdTokenHint({ keys, config }: WithConfig & WithKeys, hint: string, clientId: string) {
  const hinted = await readIdTokenHintOfAny({ keys, config }, hint)
  if (hinted.clientId === clientId) return hinted.subject
  throw notOurs()
}

/** @throws OAuthError `invalid_request` */
export async function readIdTokenHintOfAny({ keys, config }: WithConfig & WithKeys, hint: string) {
  const { iss, aud, sub } = (await verifyOwnJwt(keys, hint, 'JWT')) ?? {}
  if (iss !== config.issuer || typeof aud !== 'string' || typeof sub !== 'string') throw notOurs()
  return { clientId: aud, subject: sub }
}

/** Whether the header names a removed key, so that the signature can no longer be checked. */
export async function isOfRetiredKey({ keys }: WithKeys, hint: string): Promise<boolean> {
  if (hint.length > MAXIMUM_HINT_LENGTH) return false
  try {
    const { typ, alg, kid } = decodeProtectedHeader(hint)
    if (typ !== 'JWT' || kid === undefined || !ID_TOKEN_ALGORITHMS.some((each) => each === alg)) return false
    return (await keys.publicKeys()).every((key) => key.kid !== kid)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function notOurs(): OAuthError {
  return new OAuthError(
    'invalid_request',
    'id_token_hint must be an id_token that this service signed for this client.',
  )
}
