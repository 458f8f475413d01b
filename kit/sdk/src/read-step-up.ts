import type { SignInOptions } from './authorization-request.ts'

const PARAMETER = /(\w+) *= *(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

/**
 * The wishes of an API that refused a token because the sign-in is too weak or too old (RFC 9470 §3): hand them to a new
 * sign-in. Undefined for any other answer.
 */
export function readStepUp(answer: Response): Pick<SignInOptions, 'acrValues' | 'maxAgeSeconds'> | undefined {
  const header = answer.status === 401 ? (answer.headers.get('www-authenticate') ?? '') : ''
  const found = Array.from(header.matchAll(PARAMETER), ([, name, quoted, word]) => [name, quoted ?? word] as const)
  const { error, acr_values, max_age = '' } = Object.fromEntries(found)
  if (error !== 'insufficient_user_authentication') return undefined
  return {
    ...(acr_values && { acrValues: acr_values.split(' ') }),
    ...(/^\d{1,9}$/.test(max_age) && { maxAgeSeconds: Number(max_age) }),
  }
}
