import type { ClientResource, ClientUpdate } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'

type Operators = Pick<
  ClientResource,
  'private_use_schemes' | 'id_token_claims' | 'require_pkce' | 'backchannel_logout_uri'
>

/** What only an operator decides of an app, as for one that registers itself; and what it is until they do. */
const OPERATORS: Operators = {
  private_use_schemes: [],
  backchannel_logout_uri: null,
  id_token_claims: false,
  require_pkce: true,
}

/**
 * Refuses a developer what an operator decides, unless it stays as it is.
 * @throws `not_allowed`
 */
export function checkDeveloperMay(body: ClientUpdate, current: Operators = OPERATORS): void {
  const { private_use_schemes: schemes, id_token_claims: claims, require_pkce: pkce } = { ...current, ...body }
  const { backchannel_logout_uri: logoutUri } = { ...current, ...body }
  const isAsBefore =
    String(schemes) === String(current.private_use_schemes) &&
    claims === current.id_token_claims &&
    pkce === current.require_pkce &&
    // An address of our own machine is an operator's to name.
    (logoutUri === current.backchannel_logout_uri || logoutUri?.startsWith('http:') !== true)
  if (isAsBefore) return
  throw new ServiceError(
    'not_allowed',
    'Schemes without a dot, claims in id_tokens, requests without PKCE and logout tokens in clear are for an administrator to allow.',
  )
}
