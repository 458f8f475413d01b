import { SCOPE_CATALOGUE } from '@countersign/contracts'

/** JWT and introspection (RFC 7519 §4.1, RFC 7662 §2.2, RFC 9068 §2.2). */
const OF_TOKENS =
  'iss sub aud exp nbf iat jti cnf client_id scope active username token_type authorization_details act may_act sid events'

/** OpenID Connect Core §2, §5.1 and §5.6 that a text cannot stand for. */
const OF_OPENID =
  'nonce auth_time acr amr azp at_hash c_hash s_hash sub_jwk _claim_names _claim_sources email_verified phone_number phone_number_verified updated_at'

/** Apps authorize by these (RFC 9068 §2.2.3.1), but a claim's value is typed by the user. */
const OF_AUTHORIZATION = 'roles groups entitlements'

/** Data tokens, and properties that JavaScript objects have. */
const OF_OURS =
  'auth_request_id claims claim_names claims_jwe claim_attestations verified presentations openid constructor prototype'

const RESERVED: readonly string[] = [
  ...[OF_TOKENS, OF_OPENID, OF_AUTHORIZATION, OF_OURS].flatMap((names) => names.split(' ')),
  ...SCOPE_CATALOGUE.flatMap(({ claims }) => claims),
]

export function isReservedClaim(name: string): boolean {
  return RESERVED.includes(name)
}
