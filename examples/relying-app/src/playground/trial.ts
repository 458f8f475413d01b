import type { CompletedSignIn, SignInError, SignInFlow } from '@countersign/sdk'
import { type Check, checkCallback, checkTokens } from './checks.ts'

/** What the playground shows of one sign-in: kept in the session of its browser, with nothing that is still of use to others. */
export type Trial = {
  readonly url: string
  readonly scopes: readonly string[]
  readonly prompt: Prompt
  /** Where the person wants to end: on the playground, or on the page of the app. */
  readonly isFromPlayground: boolean
  /** The parameters that came back. */
  readonly callback?: readonly (readonly [string, string])[]
  readonly checks?: readonly Check[]
  readonly refused?: Pick<SignInError, 'code' | 'message' | 'advice'>
  /** What was asked with the tokens last. */
  readonly call?: Call
}

export const SCOPES: readonly string[] = ['openid', 'email', 'profile', 'phone']
export const PROMPTS = ['', 'login', 'consent', 'none'] as const
export type Prompt = (typeof PROMPTS)[number]

export type Call = { readonly name: string; readonly command: string; readonly status: string; readonly body: string }

type Parties = { readonly issuer: string; readonly clientId: string }
type Ended = Parties & { readonly callbackUrl: string; readonly flow: SignInFlow }

/** Of a sign-in that began on the app's own page. */
export function beginTrial(url: string): Trial {
  return { url, scopes: SCOPES, prompt: '', isFromPlayground: false }
}

/** What is to be seen of a sign-in that the app has accepted. */
export function noteSuccess(trial: Trial, { person, ...ended }: Ended & { readonly person: CompletedSignIn }): Trial {
  const callback = parametersOf(ended.callbackUrl)
  const checks = [...checkCallback(trial.url, callback, ended), ...checkTokens(person, ended)]
  return { ...trial, callback: callback.map(shorten), checks }
}

/** What is to be seen of one that it has refused. */
export function noteRefusal(trial: Trial, { error, ...ended }: Ended & { readonly error: SignInError }): Trial {
  const { code, message, advice } = error
  const callback = parametersOf(ended.callbackUrl)
  const checks = checkCallback(trial.url, callback, ended)
  return { ...trial, callback: callback.map(shorten), checks, refused: { code, message, advice } }
}

function parametersOf(callbackUrl: string): [string, string][] {
  return [...new URL(callbackUrl, 'http://localhost').searchParams]
}

/** A code is spent by now, and all the same nothing to leave lying about. */
function shorten([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === 'code' ? shortened(value) : value]
}

/** The beginning of what is secret: enough to tell one from another. */
export function shortened(secret: string): string {
  return `${secret.slice(0, 12)}…`
}
