import { type Static, type TSchema, Type } from 'typebox'
import { VerifiableClaim } from './claim-verifications.ts'
import { ACR_OF_METHOD } from './openid.ts'
import { OneOf, ScopeToken, Strict, Text } from './primitives.ts'
import { CLIENT_TEXT_LENGTHS } from './visible-text.ts'

export const ClientScope = Strict({
  name: ScopeToken,
  reason: Type.String({
    ...Text(CLIENT_TEXT_LENGTHS.reason),
    description: "The app's own words on why it asks; empty when it gives none.",
  }),
  required: Type.Boolean({ description: 'The app does not work without this scope.' }),
  default: Type.Optional(
    Type.Boolean({ description: 'Asked for when an authorization request names no scope (RFC 6749 §3.3).' }),
  ),
})

/** An app's texts in one language, by BCP 47 tag: language, script, region, variants. */
const byLanguage = <Words extends TSchema>(words: Words, description: string) =>
  Type.Record(
    Type.String({
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$',
    }),
    words,
    { additionalProperties: false, maxProperties: 20, description },
  )

const Shown = Text(2_048, 1)

/** The form of an app's texts in other languages (RFC 7591 §2.2; OpenID Connect Registration §2.1). */
export const ClientTexts = byLanguage(
  Strict({
    name: Type.Optional(Text(CLIENT_TEXT_LENGTHS.name, 1)),
    description: Type.Optional(Text(CLIENT_TEXT_LENGTHS.description, 1)),
    policy_uri: Type.Optional(Shown),
    tos_uri: Type.Optional(Shown),
    reasons: Type.Optional(
      Type.Record(Type.String({ pattern: '^[!-~]{1,200}$' }), Text(CLIENT_TEXT_LENGTHS.reason, 1), {
        additionalProperties: false,
        maxProperties: 36,
        description: 'Why it asks, by scope, or by the vct of a credential.',
      }),
    ),
  }),
  'Its texts in other languages, by BCP 47 tag. Pages show the ones in the language of the person, else the default ones.',
)

/** The name alone, for pages before the request is open. */
export const ClientNames = byLanguage(Type.String(), 'The name in other languages, by BCP 47 tag.')

const GrantType = OneOf([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
])
export type GrantType = Static<typeof GrantType>

/** Grant types that a client may be registered for (RFC 7591 §2), in the order of lists. */
export const GRANT_TYPES: readonly GrantType[] = GrantType.anyOf.map((literal) => literal.const)
export const DEFAULT_GRANT_TYPES: readonly GrantType[] = ['authorization_code', 'refresh_token']

export const GrantTypes = Type.Array(GrantType, {
  uniqueItems: true,
  description: 'The grant types that it may use: authorization_code and refresh_token unless named.',
})

export const TokenEndpointAuthMethod = OneOf(['client_secret_post', 'client_secret_basic', 'private_key_jwt', 'none'])

/** A public key (RFC 7517 §4). Registration checks its members and refuses private ones. */
export const PublicJwk = Type.Object({ kty: Text(16), kid: Type.Optional(Text(256)) }, { additionalProperties: true })
export const PublicJwkSet = Type.Object({ keys: Type.Array(PublicJwk, { maxItems: 16 }) })

export const EncryptionJwk = Type.Object(PublicJwk.properties, {
  additionalProperties: true,
  description:
    'The public key, on P-256 or X25519, that what people share is sealed for. Without it, core and the provider can read that in passing, and people are told so.',
})

export const SubjectType = OneOf(['public', 'pairwise'])
export const IdTokenAlgorithm = OneOf(['ES256', 'RS256'])
export const IdTokenClaims = Type.Boolean({
  description: 'Whether id_tokens hold what the person approved; userinfo and the data token hold it anyway.',
})
export const KeepsUpToDate = Type.Boolean({
  description:
    'People may choose that their devices send it later changes of what they approved. Only with claims_encryption_jwk.',
})
export const PrivateUseSchemes = Type.Array(Type.String({ maxLength: 32 }), {
  maxItems: 8,
  description: 'Schemes without a dot that its redirect URIs may have (RFC 8252 §7.1), for example cursor.',
})
export const VerifiedClaimsRequired = Type.Array(VerifiableClaim, {
  maxItems: 8,
  uniqueItems: true,
  description: 'Claims that the app takes verified, or not at all: the page offers to verify them on the spot.',
})
export const DefaultMaxAge = Type.Integer({
  minimum: 0,
  maximum: 999_999_999,
  description: 'Seconds since the last sign-in that it accepts where a request has no max_age.',
})
export const RequireAuthTime = Type.Boolean({ description: 'Its id_tokens must say when the person signed in.' })
export const DefaultAcrValues = Type.Array(OneOf([ACR_OF_METHOD.passkey, ACR_OF_METHOD.password]), {
  maxItems: 2,
  uniqueItems: true,
  description: 'The acr_values of requests that have none: phr takes a sign-in by passkey alone.',
})

export const BackchannelLogoutSessionRequired = Type.Boolean({
  description: 'Its logout tokens always name a session (OpenID Connect Back-Channel Logout §2.2).',
})

export type ClientScope = Static<typeof ClientScope>
export type ClientTexts = Static<typeof ClientTexts>
export type PublicJwk = Static<typeof PublicJwk> & { readonly [member: string]: unknown }

/** Registration, the admin API, the command line and the store derive from these rows. `wire`: JSON name and column. */
export type ClientAttribute = {
  readonly wire: string
  /** As administrators and developers set it; absent: they cannot. */
  readonly schema?: TSchema
  /** As a client sets it by dynamic registration or in its own document (RFC 7591 §2); absent: it cannot. */
  readonly metadata?: TSchema
  /** As answers hold it, where that is looser than `schema`. */
  readonly answer?: TSchema
  /** Absent: it must be given. */
  readonly default?: unknown
  /** `null` on the wire removes it; `undefined` in code. */
  readonly isRemovable?: true
  /** Dynamic registration leaves it out of its answer while it is empty. */
  readonly isOmittedEmpty?: true
  /** Only an administrator may change it, not a developer. */
  readonly isForOperators?: true
  /** A list of redirect URIs; the name of one in refusals. */
  readonly redirects?: string
  /** An https address; this server fetches a `called` one, so that its host must be public. */
  readonly address?: 'shown' | 'called'
  /** Its option of `clients add` and `clients update`. */
  readonly flags?: string
  readonly text?: string
  /** Help text of `--no-…`, which turns it off or removes it. */
  readonly without?: string
}
