/** Names that fragments of guides use without declaring them. */
import type { CompletedSignIn, Countersign, CountersignSettings, SignInFlow } from '@countersign/sdk'

declare global {
  const countersign: Countersign
  const settings: CountersignSettings & { readonly cookieSecret: string }
  const signedIn: CompletedSignIn
  const request: { readonly url: string }
  const flow: SignInFlow
  /** The URL that the user's browser returned to. */
  const callbackUrl: string
  const refreshToken: string
  const dataToken: string
  /** The body of a request. */
  const body: string
  const subject: string
  const users: {
    find(subject: string): Promise<{ refreshToken: string; dataState?: string | undefined }>
    save(subject: string, about: object): Promise<unknown>
  }
  function allow(...whom: unknown[]): void
  function invite(...whom: unknown[]): void
  function startSession(...about: unknown[]): Promise<void>
  function tellOperator(error: unknown): void
  const secrets: {
    get(name: string): Promise<string | undefined>
    setIfAbsent(name: string, value: string): Promise<unknown>
  }
}
