import {
  type ClientResource,
  type ClientUpdate,
  DEFAULT_GRANT_TYPES,
  DEVICE_CODE_GRANT,
  type GrantType,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

type Operators = Pick<
  ClientResource,
  'private_use_schemes' | 'id_token_claims' | 'require_pkce' | 'backchannel_logout_uri'
> & { readonly grant_types: readonly GrantType[] }

/** Attributes that only an operator may set, with their defaults. */
const OPERATORS: Operators = {
  private_use_schemes: [],
  backchannel_logout_uri: null,
  id_token_claims: false,
  require_pkce: true,
  grant_types: DEFAULT_GRANT_TYPES,
}

/** For clients that call on their own behalf, or have no redirect URI to be recognized by (RFC 8628 §5.4). */
const OPERATORS_GRANTS: readonly GrantType[] = ['client_credentials', DEVICE_CODE_GRANT]

/**
 * Refuses a developer a change of attributes that an operator decides.
 * @throws `not_allowed`
 */
export function checkDeveloperMay(body: ClientUpdate, current: Operators = OPERATORS): void {
  const {
    private_use_schemes: schemes,
    id_token_claims: claims,
    require_pkce: pkce,
    grant_types: grants,
    backchannel_logout_uri: logoutUri,
  } = { ...current, ...body }
  const isAsBefore =
    String(schemes) === String(current.private_use_schemes) &&
    claims === current.id_token_claims &&
    pkce === current.require_pkce &&
    grants.every((each) => !OPERATORS_GRANTS.includes(each) || current.grant_types.includes(each)) &&
    // Only an operator may name loopback addresses.
    (logoutUri === current.backchannel_logout_uri || logoutUri?.startsWith('http:') !== true)
  if (isAsBefore) return
  throw new ServiceError(
    'not_allowed',
    'Schemes without a dot, claims in id_tokens, requests without PKCE, client_credentials, device_code and logout tokens in clear are for an administrator to allow.',
  )
}
