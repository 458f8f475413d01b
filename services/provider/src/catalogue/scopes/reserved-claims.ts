import { type OperatorClaim, SCOPE_CATALOGUE } from '@countersign/contracts'

/** In a JWT, and in what is answered about a token (RFC 7519 §4.1, RFC 7662 §2.2, RFC 9068 §2.2). */
const OF_TOKENS =
  'iss sub aud exp nbf iat jti cnf client_id scope active username token_type authorization_details act may_act sid events'

/** In OpenID Connect (Core §2, §5.1 and §5.6); the text of an operator is no time and no proof. */
const OF_OPENID =
  'nonce auth_time acr amr azp at_hash c_hash s_hash sub_jwk _claim_names _claim_sources email_verified phone_number phone_number_verified updated_at'

/** Apps let people in by these (RFC 9068 §2.2.3.1), and a value is what its person types. */
const OF_AUTHORIZATION = 'roles groups entitlements'

/** In a data token, and of what JavaScript makes an object. */
const OF_OURS =
  'auth_request_id claims claim_names claims_jwe claim_attestations verified presentations openid constructor prototype'

const RESERVED: readonly string[] = [
  ...[OF_TOKENS, OF_OPENID, OF_AUTHORIZATION, OF_OURS].flatMap((names) => names.split(' ')),
  ...SCOPE_CATALOGUE.flatMap(({ claims }) => claims),
]

/** Whether no operator may define a claim of this name, nor give one this name in OpenID Connect. */
export function isReservedClaim(name: string): boolean {
  return RESERVED.includes(name)
}

/** What userinfo and id_tokens call these claims. */
export function openIdNamesOf(claims: readonly OperatorClaim[]): readonly string[] {
  return claims.map(({ openid_name }) => openid_name)
}
