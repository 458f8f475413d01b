export type Tokens = { readonly access_token: string; readonly refresh_token: string }

/** Acknowledged writes, and the times of failures. */
export type Ledger = {
  /** Approved authorization requests. */
  readonly approvals: string[]
  readonly tokens: Tokens[]
  /** End of each flow, by `performance.now()`. */
  readonly finishedAt: number[]
  readonly failures: Failure[]
}

type Failure = { readonly at: number; readonly kind: FailureKind; readonly text: string }

/** Told to try again; disconnected; or an answer that an outage must not cause. */
export type FailureKind = 'try again' | 'cut off' | 'unexpected'

export function newLedger(): Ledger {
  return { approvals: [], tokens: [], finishedAt: [], failures: [] }
}

export function noteFailure({ failures }: Ledger, error: unknown): void {
  const text = String(error)
  failures.push({ at: performance.now(), kind: kindOf(text), text })
}

/** A redirect to the app with `temporarily_unavailable` reads as 302 here. */
const TRY_AGAIN = /got 50[234]|No request was started: (302|50[234])|service_unavailable|temporarily_unavailable/
const CUT_OFF = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up|offline|timeout/

function kindOf(text: string): FailureKind {
  if (TRY_AGAIN.test(text)) return 'try again'
  return CUT_OFF.test(text) ? 'cut off' : 'unexpected'
}

/** In seconds. */
export function longestGap(finishedAt: readonly number[], from: number, to: number): number {
  const last = finishedAt.findLast((at) => at <= from) ?? from
  const within = finishedAt.filter((at) => at > from && at < to)
  const ends = [last, ...within, to]
  return Math.max(...ends.slice(1).map((at, index) => at - (ends[index] ?? at))) / 1_000
}
