import { SignInError } from './errors.ts'
import type { CheckedSettings } from './settings.ts'

export type Fields = Readonly<Record<string, unknown>>

/** An answer as JSON: without fields where it was anything else. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly json: Fields }

const TIMEOUT_MS = 10_000

/**
 * Asks the provider. A redirect is no answer, and is not followed: what is sent carries secrets.
 * @throws SignInError
 */
export async function send(
  { fetch: ask = fetch }: CheckedSettings,
  url: string,
  init: RequestInit = {},
): Promise<Answer> {
  try {
    const response = await ask(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: response.status, headers: response.headers, json: fieldsOf(await response.text()) }
  } catch (cause) {
    const { origin, pathname } = new URL(url)
    throw new SignInError('unreachable', `${origin}${pathname} did not answer: ${reasonOf(cause)}.`, { cause })
  }
}

/** Runtimes hide the reason behind "fetch failed": it is the innermost cause, which has a code or says it in words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return reasonOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function fieldsOf(text: string): Fields {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? { ...json } : {}
  } catch {
    return {}
  }
}
