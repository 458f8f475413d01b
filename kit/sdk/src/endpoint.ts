import type { App } from './app.ts'
import { proveClient } from './client-authentication.ts'
import { SignInError } from './errors.ts'
import { type Answer, type Fields, send } from './http.ts'
import type { RefreshedTokens } from './results.ts'

export type Form = Readonly<Record<string, string>>

type TokenAnswer = RefreshedTokens & {
  readonly dataToken: string | undefined
  readonly idToken: string | undefined
  /** The HTTP `Date` of the answer; browsers may hide it. */
  readonly date: string | null
}

/** Posts a form to an endpoint of the provider, with the app's client id and credential. @throws SignInError */
export async function postToEndpoint({ settings }: App, url: string, form: Form, headers: Form = {}): Promise<Answer> {
  const body = new URLSearchParams({ ...form, ...(await proveClient(settings)) })
  return send(settings, url, { method: 'POST', headers, body })
}

export async function refusalIn(answer: Answer): Promise<SignInError> {
  return (await import('./refusals.ts')).refusalIn(answer)
}

/** Calls the token endpoint (RFC 6749 §4.1.3, §6). @throws SignInError */
export async function requestTokens(app: App, grant: Form): Promise<TokenAnswer> {
  const { token_endpoint: url } = await app.findServer()
  const dpop = await app.dpop
  const ask = async (): Promise<Answer> =>
    postToEndpoint(app, url, grant, dpop && { DPoP: await dpop.prove({ method: 'POST', url }) })
  const first = await ask()
  // The first answer names the nonce that the proof needs (RFC 9449 §8).
  const isNonceNew = dpop?.keepNonce(url, first.headers) === true
  const answer = isNonceNew && first.json['error'] === 'use_dpop_nonce' ? await ask() : first
  if (answer.status !== 200) throw await refusalIn(answer)
  return { ...readTokenAnswer(answer.json, dpop ? 'DPoP' : 'Bearer'), date: answer.headers.get('date') }
}

/** Refuses an unbound token where the app has a DPoP key: a thief could use it. */
function readTokenAnswer(json: Fields, tokenType: 'Bearer' | 'DPoP'): Omit<TokenAnswer, 'date'> {
  const { access_token, token_type, expires_in, refresh_token, scope, data_token, id_token } = json
  if (
    !isFilledText(access_token) ||
    !isOptionalText(refresh_token) ||
    !isFilledText(token_type) ||
    token_type.toLowerCase() !== tokenType.toLowerCase() ||
    typeof expires_in !== 'number' ||
    typeof scope !== 'string' ||
    !isOptionalText(data_token) ||
    !isOptionalText(id_token)
  ) {
    throw new SignInError('invalid_response', 'The token endpoint answered in a form that it must not.')
  }
  return {
    tokens: { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in, tokenType },
    scope: scope.split(' ').filter((name) => name !== ''),
    dataToken: data_token,
    idToken: id_token,
  }
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isFilledText(value)
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
