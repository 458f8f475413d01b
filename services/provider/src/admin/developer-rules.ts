import { type ClientResource, type ClientUpdate, DEFAULT_GRANT_TYPES, type GrantType } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'

/** What only an operator decides of an app, as for one that registers itself; and what it is until they do. */
const OPERATORS: Pick<ClientResource, 'private_use_schemes' | 'id_token_claims' | 'require_pkce'> & {
  readonly grant_types: readonly GrantType[]
} = {
  private_use_schemes: [],
  id_token_claims: false,
  require_pkce: true,
  grant_types: DEFAULT_GRANT_TYPES,
}

/**
 * Refuses a developer what an operator decides, unless it stays as it is.
 * @throws `not_allowed`
 */
export function checkDeveloperMay(body: ClientUpdate, current: typeof OPERATORS = OPERATORS): void {
  const {
    private_use_schemes: schemes,
    id_token_claims: claims,
    require_pkce: pkce,
    grant_types: grants,
  } = { ...current, ...body }
  const isAsBefore =
    String(schemes) === String(current.private_use_schemes) &&
    claims === current.id_token_claims &&
    pkce === current.require_pkce &&
    !grants.includes('client_credentials')
  if (isAsBefore) return
  throw new ServiceError(
    'not_allowed',
    'Schemes without a dot, claims in id_tokens, requests without PKCE and client_credentials are for an administrator to allow.',
  )
}
