import type { App } from './app.ts'
import { proveClient } from './client-authentication.ts'
import { SignInError } from './errors.ts'
import { type Answer, send } from './http.ts'

export type Form = Readonly<Record<string, string>>

/**
 * Posts a form to an endpoint of the provider as this app: with its id, and its secret or a signed assertion.
 * @throws SignInError
 */
export async function postToEndpoint({ settings }: App, url: string, form: Form, headers: Form = {}): Promise<Answer> {
  const body = new URLSearchParams({ ...form, ...(await proveClient(settings)) })
  return send(settings, url, { method: 'POST', headers, body })
}

/** Why the provider did not do what was asked. */
export async function refusalIn({ status, json }: Answer): Promise<SignInError> {
  const { error, error_description: description } = json
  // Whoever asks too often has all settings right, whatever it is called.
  if (typeof error === 'string' && status !== 429) {
    return (await import('./refusals.ts')).refusalOf(error, description)
  }
  return new SignInError('unreachable', `The provider answered with status ${status}.`)
}
