/** How and when a person showed that a value is theirs; the times are ISO 8601. */
export type Verification = {
  readonly method: string
  readonly at: string
  readonly until: string
}

/** The issuer of a credential: its address, and its own name for itself. */
export type Issuer = {
  readonly issuer: string
  readonly name: string
}

/** Issuer of a credential's claim, and its expiry (ISO 8601). */
export type IssuedBy = Issuer & { readonly until: string | undefined }

/** One value of a claim. */
export type ClaimItem = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The owner's word for it, such as "Work". */
  readonly label?: string | undefined
  readonly isPreferred: boolean
  /** ISO 8601. */
  readonly changedAt: string
  /** Of an address or a number that was verified, while that counts. */
  readonly verified?: Verification | undefined
  /** Issuer of a credential's claim; undefined for self-asserted values. */
  readonly issuedBy?: IssuedBy | undefined
}

/** A value that was shown and is to be shared: the vault's entry, and the text in it. */
export type ShownClaim = { readonly itemId: string; readonly value: string }

/** Claim values by claim name, as they stand in the vault or were typed on the page. */
export type ClaimValues = Readonly<Record<string, string>>
