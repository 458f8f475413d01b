import type { CheckedSettings } from './checked-settings.ts'

export type Fields = Readonly<Record<string, unknown>>

/** `json` is empty unless the body is a JSON object. */
export type Answer = {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly json: Fields
}

const TIMEOUT_MS = 10_000

/** Calls the provider. Redirects are not followed, because requests carry secrets. @throws SignInError */
export async function send(
  { fetch: ask = fetch }: Pick<CheckedSettings, 'fetch'>,
  url: string,
  init: RequestInit = {},
): Promise<Answer> {
  try {
    const response = await ask(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { url, status: response.status, headers: response.headers, json: fieldsOf(await response.text()) }
  } catch (cause) {
    throw (await import('./refusals.ts')).silenceOf(url, cause)
  }
}

function fieldsOf(text: string): Fields {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? { ...json } : {}
  } catch {
    return {}
  }
}
