import { Type } from 'typebox'
import {
  type ClientAttribute,
  DefaultAcrValues,
  DefaultMaxAge,
  IdTokenAlgorithm,
  IdTokenClaims,
  RequireAuthTime,
} from './client-values.ts'
import { Text } from './primitives.ts'

const Line = Text(2_048)

/** Rows of the table of client attributes: id_tokens, and the sign-ins that a client takes. */
export const SIGN_IN_ATTRIBUTES = {
  idTokenAlgorithm: {
    wire: 'id_token_signed_response_alg',
    schema: IdTokenAlgorithm,
    metadata: Line,
    default: 'RS256',
    flags: '--id-token-alg <algorithm>',
    text: 'how id_tokens are signed; RS256 unless bound to PAR and DPoP',
  },
  idTokenClaims: {
    wire: 'id_token_claims',
    schema: IdTokenClaims,
    default: false,
    isForOperators: true,
    flags: '--id-token-claims',
    text: 'put what people approve into the id_token too, not in userinfo alone',
    without: 'leave it to userinfo and the data token',
  },
  defaultMaxAge: {
    wire: 'default_max_age',
    schema: DefaultMaxAge,
    metadata: DefaultMaxAge,
    isRemovable: true,
    flags: '--default-max-age <seconds>',
    text: 'how recent a sign-in must be where a request has no max_age',
    without: 'take a sign-in of any age',
  },
  requireAuthTime: {
    wire: 'require_auth_time',
    schema: RequireAuthTime,
    metadata: Type.Boolean(),
    default: false,
    flags: '--require-auth-time',
    text: 'give it no id_token without the time of the sign-in',
    without: 'do without it',
  },
  defaultAcrValues: {
    wire: 'default_acr_values',
    schema: DefaultAcrValues,
    metadata: Type.Array(Line, { maxItems: 32 }),
    default: [],
    isOmittedEmpty: true,
    flags: '--default-acr-values <value...>',
    text: 'how people must sign in where a request has no acr_values: phr is by passkey',
    without: 'take any sign-in',
  },
} as const satisfies Readonly<Record<string, ClientAttribute>>
