import type { SignInFlow } from '../flow.ts'

/** What one tab keeps of its sign-in until it comes back. */
export type Attempt = { readonly flow: SignInFlow; readonly returnPath: string }

/** Kept by tab, which goes to the provider and comes back: two tabs sign in beside each other. */
export function keepAttempt(name: string, attempt: Attempt): void {
  sessionStorage.setItem(name, JSON.stringify(attempt))
}

/** Takes it: a callback that is opened again finds none. */
export function takeAttempt(name: string): Attempt | undefined {
  const kept = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  // Written above, in this tab.
  return kept === null ? undefined : (JSON.parse(kept) as Attempt)
}
