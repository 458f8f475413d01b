/** One decision, by identifiers. `outcome` is the code of a refusal or the reason of a revocation. */
export type AuditedDecision = {
  readonly event: string
  readonly outcome?: string | undefined
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  readonly grantId?: string | undefined
  readonly authRequestId?: string | undefined
}

export type StoredDecision = AuditedDecision & {
  readonly eventId: string
  readonly at: Date
  readonly network: string | undefined
  /** How often so far: what repeats within the hour is one event, and counted. */
  times: number
}
