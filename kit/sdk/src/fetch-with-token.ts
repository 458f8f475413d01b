import type { App } from './app.ts'
import { SignInError } from './errors.ts'
import { isSafeAddress } from './settings.ts'

export type TokenRequest = RequestInit & { readonly accessToken: string }

/** Sends an access token to an API over https (RFC 6750 §2.1, RFC 9449 §7.1). Returns redirects, so that the token goes no further. */
export async function fetchWithToken({ settings, dpop }: App, url: URL, request: TokenRequest): Promise<Response> {
  if (!isSafeAddress(url.href)) throw new SignInError('refused', 'Access tokens are sent by https alone.')
  const { accessToken, headers, ...init } = request
  // Normalised as it is sent, `post` to POST (Fetch §2.2.1), because the proof names it.
  const { method } = new Request(url, { method: init.method ?? 'GET' })
  const prover = await dpop
  const ask = async (): Promise<Response> => {
    const sent = new Headers(headers)
    sent.set('authorization', `${prover ? 'DPoP' : 'Bearer'} ${accessToken}`)
    if (prover) sent.set('dpop', await prover.prove({ method, url: url.href, accessToken }))
    return (settings.fetch ?? fetch)(url, { ...init, method, headers: sent, redirect: 'manual' })
  }
  const answer = await ask()
  const isNonceNew = prover?.keepNonce(url.href, answer.headers) === true
  const isAsked = answer.status === 401 && answer.headers.get('www-authenticate')?.includes('use_dpop_nonce') === true
  // A stream cannot be sent twice.
  return isNonceNew && isAsked && !(init.body instanceof ReadableStream) ? ask() : answer
}
