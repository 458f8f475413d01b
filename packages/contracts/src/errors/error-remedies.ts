/** Why an app got an error, and what to do. */
export type Remedy = readonly [cause: string, cure: string]

/** An error code for developers of apps; texts are Markdown. */
export type ErrorRemedies = {
  /** An endpoint, or the app's callback. */
  readonly where: string
  /** Ends the sentence "Most often because …". */
  readonly because: string
  /** Its remedy with `@countersign/sdk`. */
  readonly sdk: string
  /** With Authlib. */
  readonly python: string
  /** With Spring, or Go's `golang.org/x/oauth2`; begins with which. */
  readonly third: string
  /** The first is the one that `because` means. */
  readonly causes: readonly [Remedy, ...Remedy[]]
}
