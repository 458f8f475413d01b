import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { readKey } from '../api/request-endpoints.ts'
import { eachOf, fieldsOf, listOf, readMoment, readNumber, readText, texts } from '../read.ts'

/** An approval that the user keeps up to date: all that a device needs to send the app later changes. */
export type StandingAnswer = {
  /** ISO 8601: the first approval of it. */
  readonly since: string
  /** ISO 8601; undefined until it is revoked. */
  readonly until?: string | undefined
  /** The key that was approved: nothing is sealed for another one. */
  readonly key: ClaimsEncryptionJwk
  /** The user's subject at the app. */
  readonly subject: string
  readonly scopes: readonly string[]
  /** Claims that the app takes verified only. */
  readonly verifiedOnly: readonly string[]
  /** The claims of the last approval, as the app has them; empty: removed since. */
  readonly sent: Readonly<Record<string, string>>
  /** Those of them that were verified then. */
  readonly verified: readonly string[]
  /** Of the newest data update; 0 before the first. */
  readonly version: number
  /** ISO 8601: of the newest data update. */
  readonly sentAt?: string | undefined
  /** Newest last: each sign-in of the app has one. */
  readonly grants: readonly StandingGrant[]
}

export type StandingGrant = {
  readonly id: string
  /** Only the device and the app know it: proves that an update comes from here. */
  readonly secret: string
  /** Approved for it: no others are sent. */
  readonly claims: readonly string[]
  /** The version of the data that it began with. */
  readonly from: number
}

const GRANTS = 8

/** Carries on an earlier approval: its grants are kept up to date too. */
export function goOnStanding(before: StandingAnswer, now: StandingAnswer): StandingAnswer {
  const others = before.grants.filter(({ id }) => !now.grants.some((each) => each.id === id))
  return {
    ...now,
    since: before.since < now.since ? before.since : now.since,
    version: Math.max(before.version, now.version),
    grants: [...others, ...now.grants].slice(-GRANTS),
  }
}

export const readStandingAnswer = fieldsOf(
  {
    since: readMoment,
    key: readKey,
    subject: readText,
    scopes: listOf(readText),
    verifiedOnly: listOf(readText),
    sent: eachOf(readText),
    verified: listOf(readText),
    version: readNumber,
    grants: listOf(fieldsOf({ ...texts('id', 'secret'), claims: listOf(readText), from: readNumber })),
  },
  { until: readMoment, sentAt: readMoment },
)
