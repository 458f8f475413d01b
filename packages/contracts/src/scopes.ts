/** What a scope means to a person, and the claims that it releases. Every claim value is a string. */
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
    description: 'An identifier that tells the app it is you again. It carries none of your data.',
    claims: [],
  },
  { name: 'email', title: 'E-mail address', description: 'Your e-mail address.', claims: ['email'] },
  {
    name: 'profile',
    title: 'Profile',
    description: 'Your name, picture, birth date and language.',
    claims: ['name', 'given_name', 'family_name', 'nickname', 'picture', 'birthdate', 'locale'],
  },
  { name: 'phone', title: 'Phone number', description: 'Your phone number.', claims: ['phone'] },
  { name: 'address', title: 'Postal address', description: 'Your postal address.', claims: ['address'] },
]

/** Bounds of the claims that one data token may carry. */
export const CLAIM_LIMITS = { maxClaims: 32, maxValueBytes: 4096 } as const
