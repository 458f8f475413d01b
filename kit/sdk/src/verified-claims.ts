import {
  type PresentationExpectations,
  type PresentationRefusal,
  type PresentedCredential,
  trustIssuers,
  verifyPresentation,
} from '@countersign/data-token/presentations'
import type { CheckedSettings } from './checked-settings.ts'

/** Claims that an issuer vouches for, in the form of OpenID Connect for Identity Assurance (`verified_claims`). */
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
          /** The issuer: `name` from your settings, and its `iss`. */
          readonly source: { readonly name: string; readonly issuer: string }
        }
      },
    ]
  }
  /** Claims that the user chose to disclose. */
  readonly claims: Readonly<Record<string, unknown>>
}

/** Credentials that came with a sign-in. */
export type IssuedParts = {
  readonly verifiedClaims: readonly IssuedClaims[]
  /** Why other credentials were refused. */
  readonly refusedCredentials: readonly PresentationRefusal[]
}

type PresentedIn = Pick<PresentationExpectations, 'provider' | 'audience' | 'subject' | 'authRequestId'>

/** Verifies presentations. A refused one does not end the sign-in. */
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
