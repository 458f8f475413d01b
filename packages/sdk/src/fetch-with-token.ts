import type { App } from './app.ts'
import { SignInError } from './errors.ts'
import { isSafeAddress } from './settings.ts'

export type TokenRequest = RequestInit & { readonly accessToken: string }

/** Sends an access token to an API (RFC 6750 §2.1, RFC 9449 §7.1): nowhere without https. A redirect is handed back: where it leads, the token does not go. */
export async function fetchWithToken({ settings, dpop }: App, url: URL, request: TokenRequest): Promise<Response> {
  if (!isSafeAddress(url.href)) throw new SignInError('refused', 'Access tokens are sent by https alone.')
  const { accessToken, headers, ...init } = request
  // As it is sent: `post` goes as POST, and the proof is of that (Fetch §2.2.1).
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
  // What is a stream has been read by then.
  return isNonceNew && isAsked && !(init.body instanceof ReadableStream) ? ask() : answer
}
