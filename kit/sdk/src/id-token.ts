import { isKeyFailure } from '@countersign/data-token/web'
import { base64url, type JWTPayload, jwtVerify } from 'jose'
import type { App } from './app.ts'
import { SignInError, type SignInErrorCode } from './errors.ts'
import { type SignInFlow, sha256 } from './flow.ts'

const ALGORITHMS = ['ES256', 'EdDSA', 'RS256', 'PS256']
const TOLERANCE_SECONDS = 60
const CODE = 'invalid_id_token'
const HALF_OF_HASH = 16

type Expected = {
  readonly code: SignInErrorCode
  readonly types: readonly unknown[]
  /** `exp` if left out. */
  readonly requires?: readonly string[]
}

/** Type, signature, issuer, audience and times. @throws SignInError with this code */
export async function verifyToken(
  { settings: { issuer, clientId }, findKeys, findServer }: App,
  token: string,
  { code, types, requires = ['exp'] }: Expected,
): Promise<JWTPayload> {
  const { getKey } = await findKeys()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, getKey, {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      clockTolerance: TOLERANCE_SECONDS,
      // Also refuses a token from the future.
      maxTokenAge: '1 day',
      requiredClaims: [...requires],
    })
    // A second audience could pass the token on.
    if (types.includes(protectedHeader.typ) && [payload.aud].flat().length === 1) return payload
  } catch (cause) {
    if (isKeyFailure(cause)) throw (await import('./refusals.ts')).silenceOf((await findServer()).jwks_uri, cause)
    throw new SignInError(code, 'The token is not this provider’s for this app, or not of now.', { cause })
  }
  throw new SignInError(code, 'The token is of another type, or not for this app alone.')
}

type Answer = { readonly idToken: string | undefined; readonly tokens: { readonly accessToken: string } }

/** OpenID Connect Core §3.1.3.7, and the data token's subject. Required if the flow has a nonce. @throws SignInError */
export async function checkIdToken(
  app: App,
  { idToken, tokens }: Answer,
  { nonce, subject }: Pick<SignInFlow, 'nonce'> & { readonly subject: string },
): Promise<void> {
  if (nonce === undefined) return
  if (idToken === undefined) throw new SignInError('invalid_response', 'The provider sent no id_token.')
  const payload = await verifyToken(app, idToken, { code: CODE, types: [undefined, 'JWT'] })
  if (payload['nonce'] !== nonce) throw new SignInError('nonce_mismatch', 'The id_token is that of another sign-in.')
  if (payload.sub !== subject) throw new SignInError('wrong_subject', 'The id_token is about another person.')
  const hash = base64url.encode((await sha256(tokens.accessToken)).subarray(0, HALF_OF_HASH))
  const { at_hash: stated = hash } = payload
  if (stated !== hash) throw new SignInError(CODE, 'The id_token belongs to another access token.')
}
