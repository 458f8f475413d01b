import { type Static, Type } from 'typebox'
import { Text } from './primitives.ts'

/** The name of a claim at the top of a credential. */
const CredentialClaimName = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*$', maxLength: 64 })

/** Claims of a credential that somebody else has issued to the person (SD-JWT VC), and whose word on them the app takes. */
export const CredentialRequest = Type.Object(
  {
    vct: Type.String({ pattern: '^[!-~]+$', maxLength: 200, description: 'The type of the credential.' }),
    issuers: Type.Array(Text(200, 1), {
      minItems: 1,
      maxItems: 16,
      uniqueItems: true,
      description: 'The iss of each issuer that the app trusts: https.',
    }),
    claims: Type.Array(CredentialClaimName, { minItems: 1, maxItems: 16, uniqueItems: true }),
    reason: Type.String({ ...Text(300), description: "The app's own words on why it asks; empty when it gives none." }),
  },
  { additionalProperties: false },
)

export const CredentialsRequested = Type.Array(CredentialRequest, {
  maxItems: 4,
  description:
    'Claims of credentials that others have issued. People choose whether to share them, and only an app with a claims_encryption_jwk gets any.',
})

export type CredentialRequest = Static<typeof CredentialRequest>
