import type { SignInOptions } from './authorization-request.ts'
import { SignInError } from './errors.ts'

/** As a request asks for it. */
export type AskedSignIn = {
  readonly acrValues?: readonly string[] | undefined
  /** Unix seconds. */
  readonly signedInSince?: number | undefined
}

const TOLERANCE_SECONDS = 60

/** The request went through the browser, where someone could have changed it (OpenID Connect Core §3.1.3.7). @throws SignInError */
export function checkSignIn(
  { acrValues, signedInSince = 0 }: AskedSignIn,
  { acr = '', auth_time = 0 }: { readonly acr?: string | undefined; readonly auth_time?: number | undefined },
): void {
  const isStrong = acrValues === undefined || acrValues.includes(acr)
  if (isStrong && auth_time + TOLERANCE_SECONDS >= signedInSince) return
  const why = isStrong ? 'longer ago' : 'in another way'
  throw new SignInError('insufficient_user_authentication', `The person signed in ${why} than your app asked for.`)
}

const PARAMETER = /([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

/**
 * What an API asks for that refused a token because the sign-in is too weak or too old (RFC 9470 §3): hand it to a new
 * sign-in. Undefined for any other answer.
 */
export function readStepUp(answer: Response): Pick<SignInOptions, 'acrValues' | 'maxAgeSeconds'> | undefined {
  const header = answer.status === 401 ? (answer.headers.get('www-authenticate') ?? '') : ''
  const parameters = new Map(
    Array.from(header.matchAll(PARAMETER), ([, name = '', quoted, token]) => [
      name.toLowerCase(),
      quoted?.replaceAll(/\\(.)/g, '$1') ?? token ?? '',
    ]),
  )
  if (parameters.get('error') !== 'insufficient_user_authentication') return undefined
  const acrValues = parameters.get('acr_values')?.split(' ').filter(Boolean)
  const maxAge = parameters.get('max_age') ?? ''
  return {
    ...(acrValues && { acrValues }),
    ...(/^\d{1,9}$/.test(maxAge) && { maxAgeSeconds: Number(maxAge) }),
  }
}
