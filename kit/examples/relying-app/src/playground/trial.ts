import type { CompletedSignIn, SignInError, SignInFlow } from '@countersign/sdk'
import { type Check, checkCallback, checkTokens } from './checks.ts'

/** One sign-in in the playground, kept in the browser's session without usable secrets. */
export type Trial = {
  readonly url: string
  readonly scopes: readonly string[]
  readonly prompt: Prompt
  /** Whether the browser returns to the playground instead of the app's page. */
  readonly isFromPlayground: boolean
  readonly callback?: readonly (readonly [string, string])[]
  readonly checks?: readonly Check[]
  readonly refused?: Pick<SignInError, 'code' | 'message' | 'advice'>
  /** The last call with the tokens. */
  readonly call?: Call
}

export const SCOPES: readonly string[] = ['openid', 'email', 'profile', 'phone']
export const PROMPTS = ['', 'login', 'consent', 'none'] as const
export type Prompt = (typeof PROMPTS)[number]

export type Call = { readonly name: string; readonly command: string; readonly status: string; readonly body: string }

type Parties = { readonly issuer: string; readonly clientId: string }
type Ended = Parties & { readonly callbackUrl: string; readonly flow: SignInFlow }

/** For a sign-in from the app's own page. */
export function beginTrial(url: string): Trial {
  return { url, scopes: SCOPES, prompt: '', isFromPlayground: false }
}

export function noteSuccess(trial: Trial, { person, ...ended }: Ended & { readonly person: CompletedSignIn }): Trial {
  const callback = parametersOf(ended.callbackUrl)
  const checks = [...checkCallback(trial.url, callback, ended), ...checkTokens(person, ended)]
  return { ...trial, callback: callback.map(shorten), checks }
}

export function noteRefusal(trial: Trial, { error, ...ended }: Ended & { readonly error: SignInError }): Trial {
  const { code, message, advice } = error
  const callback = parametersOf(ended.callbackUrl)
  const checks = checkCallback(trial.url, callback, ended)
  return { ...trial, callback: callback.map(shorten), checks, refused: { code, message, advice } }
}

function parametersOf(callbackUrl: string): [string, string][] {
  return [...new URL(callbackUrl, 'http://localhost').searchParams]
}

/** The code is already used, but is still shortened. */
function shorten([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === 'code' ? shortened(value) : value]
}

/** A prefix of a secret, enough to tell secrets apart. */
export function shortened(secret: string): string {
  return `${secret.slice(0, 12)}…`
}
