import {
  type PresentationExpectations,
  type PresentationRefusal,
  type PresentedCredential,
  trustIssuers,
  verifyPresentation,
} from '@countersign/data-token/presentations'
import type { CheckedSettings } from './settings.ts'

/** Claims that somebody else vouches for, as OpenID Connect for Identity Assurance writes them (`verified_claims`). */
export type IssuedClaims = {
  readonly verification: {
    readonly trust_framework: 'sd_jwt_vc'
    /** ISO 8601: when it was issued. */
    readonly time?: string
    readonly evidence: readonly [
      {
        readonly type: 'electronic_record'
        readonly record: {
          /** The type of the credential, `vct`. */
          readonly type: string
          /** ISO 8601. */
          readonly date_of_expiry?: string
          /** Who issued it: `name` as your settings have it, and its `iss`. */
          readonly source: { readonly name: string; readonly issuer: string }
        }
      },
    ]
  }
  /** What the person chose to show. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** What came with a sign-in from credentials of others. */
export type IssuedParts = {
  readonly verifiedClaims: readonly IssuedClaims[]
  /** Why others that came along show nothing. */
  readonly refusedCredentials: readonly PresentationRefusal[]
}

/** The data token that they came in. */
type PresentedIn = Pick<PresentationExpectations, 'provider' | 'audience' | 'subject' | 'authRequestId'>

/** Verifies what came. What cannot be believed is told apart and ends no sign-in: without it nobody vouches. */
export type IssuedClaimsReader = (presentations: readonly string[], presentedIn: PresentedIn) => Promise<IssuedParts>

export function createIssuedClaimsReader({ credentialIssuers = [], fetch }: CheckedSettings): IssuedClaimsReader {
  const issuers = trustIssuers(credentialIssuers, { fetch })
  return async (presentations, presentedIn) => {
    const expected = { ...presentedIn, issuers, now: new Date() }
    const read = await Promise.all(presentations.map((each) => verifyPresentation(each, expected)))
    return {
      verifiedClaims: read.flatMap((each) => ('refused' in each ? [] : [describe(each)])),
      refusedCredentials: read.flatMap((each) => ('refused' in each ? [each.refused] : [])),
    }
  }
}

function describe({ issuer, issuerName = issuer, type, issuedAt, until, claims }: PresentedCredential): IssuedClaims {
  const record = { type, source: { name: issuerName, issuer } }
  return {
    verification: {
      trust_framework: 'sd_jwt_vc',
      ...(issuedAt !== undefined && { time: toIso(issuedAt) }),
      evidence: [
        {
          type: 'electronic_record',
          record: until === undefined ? record : { ...record, date_of_expiry: toIso(until).slice(0, 10) },
        },
      ],
    },
    claims,
  }
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
