/** What a guide leaves to its reader: names that a fragment of code uses, and that the page has introduced or speaks of. */
import type { CompletedSignIn, Countersign, CountersignSettings, SignInFlow } from '@countersign/sdk'

declare global {
  const countersign: Countersign
  const settings: CountersignSettings
  const signedIn: CompletedSignIn
  const request: { readonly url: string }
  const flow: SignInFlow
  /** Where the person's browser came back to. */
  const callbackUrl: string
  const refreshToken: string
  const dataToken: string
  /** Whatever the app does then. */
  function allow(...whom: unknown[]): void
  function invite(...whom: unknown[]): void
  function tellOperator(error: unknown): void
  const secrets: {
    get(name: string): Promise<string | undefined>
    setIfAbsent(name: string, value: string): Promise<unknown>
  }
}
