import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { AskedScope } from '../claims/claims.ts'
import type { AskedCredentials } from '../credentials/requested-credentials.ts'
import { fieldsOf, listOf, readFlag, readText, texts } from '../read.ts'

/** A request as far as it decides, with the vault, what an approval starts from. */
export type AskedShape = AskedCredentials & {
  readonly scope_details: readonly AskedScope[]
  readonly client: { readonly verified_claims_required?: readonly string[] | undefined }
}

/** An approved request, as the vault remembers it: the claims that go next time are computed from it. */
export type AskedBefore = AskedShape & {
  /** The provider's digest; empty if each such request is shown whole. */
  readonly asked: string
  /** Names of the claims that its last approval shared. */
  readonly shared: readonly string[]
  /** Whether they were encrypted to the app. */
  readonly isSealed: boolean
}

export function askedBefore(
  { asked = '', scope_details, client }: AuthorizationRequestDetails,
  shared: readonly string[],
): AskedBefore {
  const { credentials_requested: credentials = [], verified_claims_required = [], claims_encryption_jwk } = client
  return {
    asked,
    scope_details: scope_details.map(({ name, required, claims }) => ({ name, required, claims })),
    client: {
      credentials_requested: credentials.map(({ vct, issuers }) => ({ vct, issuers })),
      verified_claims_required,
    },
    shared,
    isSealed: claims_encryption_jwk !== undefined,
  }
}

export const readAskedBefore = fieldsOf({
  asked: readText,
  scope_details: listOf(fieldsOf({ name: readText, required: readFlag, claims: listOf(readText) })),
  client: fieldsOf({
    credentials_requested: listOf(fieldsOf({ ...texts('vct'), issuers: listOf(readText) })),
    verified_claims_required: listOf(readText),
  }),
  shared: listOf(readText),
  isSealed: readFlag,
})

const REQUESTS = 4

/** The newest last, each kind once. */
export function uniteAsked(before: readonly AskedBefore[], now: readonly AskedBefore[]): readonly AskedBefore[] {
  const isNew = ({ asked }: AskedBefore) => now.some((each) => each.asked === asked)
  return [...before.filter((each) => !isNew(each)), ...now].slice(-REQUESTS)
}
