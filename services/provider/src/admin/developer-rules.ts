import type { ClientResource, ClientUpdate } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'

/** What only an operator decides of an app, as for one that registers itself; and what it is until they do. */
const OPERATORS: Pick<ClientResource, 'private_use_schemes' | 'id_token_claims' | 'require_pkce'> = {
  private_use_schemes: [],
  id_token_claims: false,
  require_pkce: true,
}

/**
 * Refuses a developer what an operator decides, unless it stays as it is.
 * @throws `not_allowed`
 */
export function checkDeveloperMay(body: ClientUpdate, current: typeof OPERATORS = OPERATORS): void {
  const { private_use_schemes: schemes, id_token_claims: claims, require_pkce: pkce } = { ...current, ...body }
  const { backchannel_logout_uri: logoutUri } = body
  if (logoutUri != null && !logoutUri.startsWith('https:')) {
    throw new ServiceError(
      'not_allowed',
      'The backchannel_logout_uri must be https: an address of our own machine is for an administrator to allow.',
    )
  }
  const isAsBefore =
    String(schemes) === String(current.private_use_schemes) &&
    claims === current.id_token_claims &&
    pkce === current.require_pkce
  if (isAsBefore) return
  throw new ServiceError(
    'not_allowed',
    'Schemes without a dot, claims in id_tokens and requests without PKCE are for an administrator to allow.',
  )
}
