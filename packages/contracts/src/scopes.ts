import { type Static, type TSchema, Type } from 'typebox'
import { ManagedByFile, Named, OrNull, ScopeToken, Strict, Text } from './primitives.ts'

/** A scope in words for users, and the claims that it releases. */
export type ScopeDefinition = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly claims: readonly string[]
}

/** The scopes that every installation knows (names and claims as in OpenID Connect Core §5.4). */
export const SCOPE_CATALOGUE: readonly ScopeDefinition[] = [
  {
    name: 'openid',
    title: 'Sign you in',
    description: 'Lets the app recognize you next time. It contains none of your data.',
    claims: [],
  },
  { name: 'email', title: 'Email address', description: 'Your email address.', claims: ['email'] },
  {
    name: 'profile',
    title: 'Profile',
    description: 'Your name, picture, date of birth and language.',
    claims: ['name', 'given_name', 'family_name', 'nickname', 'picture', 'birthdate', 'locale'],
  },
  { name: 'phone', title: 'Phone number', description: 'Your phone number.', claims: ['phone'] },
  { name: 'address', title: 'Postal address', description: 'Your postal address.', claims: ['address'] },
]

/** Bounds of the claims that one data token may carry. */
export const CLAIM_LIMITS = { maxClaims: 32, maxValueBytes: 4096 } as const

/** Limits of an operator's scopes and claims: users read them, and every process holds them in memory. */
export const OPERATOR_SCOPE_LIMITS = {
  maxScopes: 200,
  maxClaims: 200,
  maxClaimsPerScope: CLAIM_LIMITS.maxClaims,
} as const

/** English is required; the other languages are those of the pages. */
const inLanguages = <Words extends TSchema>(words: Words) =>
  Type.Object(
    {
      en: words,
      de: Type.Optional(words),
      fr: Type.Optional(words),
      es: Type.Optional(words),
      ar: Type.Optional(words),
      ja: Type.Optional(words),
    },
    { additionalProperties: false, description: 'By language; people who read another one see English.' },
  )

/** A scope's title and description for users. */
export const ScopeTexts = inLanguages(Strict({ title: Text(80, 1), description: Text(300) }))

/** A claim's label, beside the field for its value. */
export const ClaimLabels = inLanguages(Text(80, 1))

/** The name of an operator's scope: limited, because it is used in addresses and lists. */
export const OperatorScopeName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$' })

/** The name of a claim that an operator defines. */
export const OperatorClaimName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })

const ReleasedClaims = Type.Array(Text(64, 1), {
  maxItems: OPERATOR_SCOPE_LIMITS.maxClaimsPerScope,
  uniqueItems: true,
  description: 'Claims that it releases: built-in ones, and those that an operator has defined.',
})

/** A claim's name in userinfo and id_tokens: a word, or an address of the operator (OpenID Connect Core §5.1.2). */
const OpenIdClaimName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.:/#-]{0,127}$' })

/** A scope that an operator has defined. */
export const OperatorScope = Named('OperatorScope', {
  name: ScopeToken,
  resource: OrNull(Type.String(), {
    description: 'The resource server that it is about; null for a scope about the data of the person.',
  }),
  texts: ScopeTexts,
  claims: ReleasedClaims,
  managed_by_file: ManagedByFile,
})

/** A claim that an operator has defined. Its value is text that a person types. */
export const OperatorClaim = Named('OperatorClaim', {
  name: OperatorClaimName,
  openid_name: OpenIdClaimName,
  labels: ClaimLabels,
  managed_by_file: ManagedByFile,
})

export const OperatorScopeList = Named('OperatorScopeList', { scopes: Type.Array(OperatorScope) })
export const OperatorClaimList = Named('OperatorClaimList', { claims: Type.Array(OperatorClaim) })

export const OperatorScopeParams = Type.Object({ scope_name: OperatorScopeName })
export const OperatorClaimParams = Type.Object({ claim_name: OperatorClaimName })

/** `PUT …/scopes/{scope_name}/`: the whole of it. */
export const OperatorScopeDefinition = Strict(
  { texts: ScopeTexts, claims: ReleasedClaims },
  {
    examples: [
      { texts: { en: { title: 'Loyalty card', description: 'The number of your card.' } }, claims: ['loyalty_number'] },
    ],
  },
)

/** `PUT …/claims/{claim_name}/`: the whole of it. */
export const OperatorClaimDefinition = Strict(
  {
    labels: ClaimLabels,
    openid_name: Type.Optional(
      Type.String({
        ...OpenIdClaimName,
        description: 'Its name in userinfo and id_tokens, if another.',
      }),
    ),
  },
  { examples: [{ labels: { en: 'Loyalty number', de: 'Kundennummer' } }] },
)

export type ScopeTexts = Static<typeof ScopeTexts>
export type ClaimLabels = Static<typeof ClaimLabels>
export type OperatorScope = Static<typeof OperatorScope>
export type OperatorClaim = Static<typeof OperatorClaim>
