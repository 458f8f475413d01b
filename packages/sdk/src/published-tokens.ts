import { isKeyFailure } from '@countersign/data-token/web'
import { type JWTPayload, jwtVerify } from 'jose'
import type { App } from './app.ts'
import { SignInError, type SignInErrorCode } from './errors.ts'

const ALGORITHMS = ['ES256', 'EdDSA', 'RS256', 'PS256']
const TOLERANCE_SECONDS = 60

/**
 * Verifies a JWT that the provider has signed for this app: type, signature by one of its published keys, issuer, audience
 * and times.
 * @throws SignInError, with this code where the token must not be believed
 */
export async function verifyToken(
  { settings: { issuer, clientId }, findKeys }: App,
  token: string,
  { code, types }: { readonly code: SignInErrorCode; readonly types: readonly unknown[] },
): Promise<JWTPayload> {
  const { getKey } = await findKeys()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, getKey, {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      clockTolerance: TOLERANCE_SECONDS,
      // Which refuses what is from the future as well.
      maxTokenAge: '1 day',
      requiredClaims: ['exp'],
    })
    // For one app alone: another one that it was made for could pass it on.
    if (types.includes(protectedHeader.typ) && [payload.aud].flat().length === 1) return payload
  } catch (cause) {
    if (isKeyFailure(cause)) throw new SignInError('unreachable', 'The provider did not tell its keys.', { cause })
    throw new SignInError(code, 'The token is not this provider’s for this app, or not of now.', { cause })
  }
  throw new SignInError(code, 'The token is of another type, or not for this app alone.')
}
