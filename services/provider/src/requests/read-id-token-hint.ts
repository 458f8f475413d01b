import { OAuthError } from '@countersign/service'
import { compactVerify, createLocalJWKSet, errors } from 'jose'
import type { ProviderDependencies } from '../dependencies.ts'
import { ID_TOKEN_ALGORITHMS } from '../keys/key.ts'

const MAXIMUM_HINT_LENGTH = 16_384

/**
 * The subject of an id_token that this provider signed for this client (OpenID Connect Core §3.1.2.1). It may have
 * expired: it says whom the app means, and proves nothing.
 * @throws OAuthError `invalid_request`
 */
export async function readIdTokenHint(
  { keys, config }: Pick<ProviderDependencies, 'keys' | 'config'>,
  hint: string,
  clientId: string,
): Promise<string> {
  const hinted = await readIdTokenHintOfAny({ keys, config }, hint)
  if (hinted.clientId === clientId) return hinted.subject
  throw notOurs()
}

/**
 * The same where the id_token alone says which client it was made for.
 * @throws OAuthError `invalid_request`
 */
export async function readIdTokenHintOfAny(
  { keys, config }: Pick<ProviderDependencies, 'keys' | 'config'>,
  hint: string,
): Promise<{ readonly clientId: string; readonly subject: string }> {
  const { iss, aud, sub } = await readSigned(keys, hint)
  if (iss !== config.issuer || typeof aud !== 'string' || typeof sub !== 'string') throw notOurs()
  return { clientId: aud, subject: sub }
}

async function readSigned(
  keys: ProviderDependencies['keys'],
  hint: string,
): Promise<{ readonly iss?: unknown; readonly aud?: unknown; readonly sub?: unknown }> {
  if (hint.length > MAXIMUM_HINT_LENGTH) throw notOurs()
  const find = createLocalJWKSet({ keys: [...(await keys.publicKeys())] })
  try {
    const { payload, protectedHeader } = await compactVerify(hint, find, { algorithms: [...ID_TOKEN_ALGORITHMS] })
    // The same keys sign logout tokens, which are none (RFC 8725 §3.11).
    if (protectedHeader.typ !== 'JWT') throw notOurs()
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) throw notOurs()
    throw error
  }
}

function notOurs(): OAuthError {
  return new OAuthError(
    'invalid_request',
    'id_token_hint must be an id_token that this service signed for this client.',
  )
}
