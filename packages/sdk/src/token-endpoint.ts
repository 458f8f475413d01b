import { refusalOf, SignInError } from './errors.ts'
import type { RefreshedTokens } from './results.ts'
import type { CountersignSettings } from './settings.ts'

const TIMEOUT_MS = 10_000

type TokenAnswer = RefreshedTokens & { readonly dataToken: string | undefined }

/**
 * Asks the token endpoint (RFC 6749 §4.1.3, §6) and returns an answer of the right shape.
 * @throws SignInError
 */
export async function requestTokens(
  { issuer, clientId, clientSecret }: CountersignSettings,
  grant: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const body = new URLSearchParams({ ...grant, client_id: clientId })
  if (clientSecret !== undefined) body.set('client_secret', clientSecret)
  const { status, json } = await post(`${issuer}/oauth/token/`, body)
  if (status === 200) return readTokenAnswer(json)
  const error = fieldsOf(json)['error']
  if (typeof error === 'string') throw refusalOf(error)
  throw new SignInError('unreachable', `The token endpoint answered with status ${status}.`)
}

/** A redirect is refused, not followed: the body carries a secret. */
async function post(url: string, body: URLSearchParams): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, json: parse(await response.text()) }
  } catch (cause) {
    throw new SignInError('unreachable', 'The token endpoint did not answer.', { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readTokenAnswer(json: unknown): TokenAnswer {
  const { access_token, token_type, expires_in, refresh_token, scope, data_token } = fieldsOf(json)
  if (
    !isFilledText(access_token) ||
    !(refresh_token === undefined || isFilledText(refresh_token)) ||
    typeof token_type !== 'string' ||
    token_type.toLowerCase() !== 'bearer' ||
    typeof expires_in !== 'number' ||
    typeof scope !== 'string' ||
    (data_token !== undefined && typeof data_token !== 'string')
  ) {
    throw new SignInError('invalid_response', 'The token endpoint answered in a form that it must not.')
  }
  return {
    tokens: { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in },
    scope: scope.split(' ').filter((name) => name !== ''),
    dataToken: data_token,
  }
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {}
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
