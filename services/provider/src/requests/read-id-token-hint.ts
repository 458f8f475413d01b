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
  const { iss, aud, sub } = await readSigned(keys, hint)
  if (iss === config.issuer && aud === clientId && typeof sub === 'string') return sub
  throw notOurs()
}

async function readSigned(
  keys: ProviderDependencies['keys'],
  hint: string,
): Promise<{ readonly iss?: unknown; readonly aud?: unknown; readonly sub?: unknown }> {
  if (hint.length > MAXIMUM_HINT_LENGTH) throw notOurs()
  const find = createLocalJWKSet({ keys: [...(await keys.publicKeys())] })
  try {
    const { payload } = await compactVerify(hint, find, { algorithms: [...ID_TOKEN_ALGORITHMS] })
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
