import type { ClientAuthenticationFailure } from '@countersign/contracts'
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose'
import { useOnce } from '../ground/jwt/used-jwt.store.ts'
import type { WithClock, WithConfig, WithSql } from '../ground/parts.ts'
import { assertionAlgorithms, type Client, isBound } from './client.ts'
import { ClientAuthenticationError } from './client-errors.ts'
import type { WithClientKeys } from './find-client-keys.ts'

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const CLOCK_TOLERANCE_SECONDS = 10
// Libraries sign for a minute to an hour. Clients of the FAPI 2.0 profile need less.
const MAXIMUM_LIFETIME_SECONDS = 3_600
const MAXIMUM_BOUND_LIFETIME_SECONDS = 300
const MAXIMUM_JTI_LENGTH = 256
// A JWT that is typed as something else, for example as a DPoP proof, was not made to authenticate (RFC 8725 §3.11).
const TYPES: readonly unknown[] = [undefined, 'JWT', 'client-authentication+jwt']

/** The `sub` of an unverified assertion: it only selects the client whose keys verify it. */
export function subjectOfAssertion(assertion: string): string | undefined {
  try {
    const { sub }: { readonly sub?: unknown } = decodeJwt(assertion)
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/**
 * Checks and spends a signed assertion (RFC 7523 §3, OpenID Connect Core §9).
 * @throws `invalid_client`, with details only if the signature is valid
 */
export async function checkClientAssertion(
  { sql, config, now, clientKeys }: WithSql & WithConfig & WithClock & WithClientKeys,
  client: Client,
  assertion: string,
): Promise<void> {
  const time = now()
  const algorithms = assertionAlgorithms(client)
  const { payload, protectedHeader } = await jwtVerify(assertion, clientKeys.keysOf(client), {
    algorithms: [...algorithms],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: time,
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw refuse('has expired, or its clock is wrong.', 'expired_assertion')
    if (error instanceof errors.JWTClaimValidationFailed) throw refuse('has a time that is not valid.')
    if (error instanceof errors.JOSEAlgNotAllowed) throw refuse(`must be signed by one of: ${algorithms.join(', ')}.`)
    if (error instanceof errors.JOSEError) throw refuse('cannot be verified with a registered key of this client.')
    throw error
  })
  if (!TYPES.includes(protectedHeader.typ)) throw refuse('has the typ of another kind of JWT.')
  if (payload.iss !== client.clientId || payload.sub !== client.clientId) {
    throw refuse('must have the client_id as iss and as sub.')
  }
  checkAudience(payload, config.issuer, client)
  const lifetimeSeconds = isBound(client) ? MAXIMUM_BOUND_LIFETIME_SECONDS : MAXIMUM_LIFETIME_SECONDS
  const { jti, exp } = checkTimes(payload, time, lifetimeSeconds)
  const expiresAt = new Date((exp + CLOCK_TOLERANCE_SECONDS) * 1000)
  if (await useOnce(sql, { kind: 'client_assertion', owner: client.clientId, jti, expiresAt })) return
  throw refuse('was used before: sign a new one, with a new jti, for every request.', 'used_assertion')
}

/** Another audience could replay it. Older libraries send an endpoint (RFC 9126 §2), FAPI 2.0 the issuer (§5.3.2.1). */
function checkAudience({ aud }: JWTPayload, issuer: string, client: Client): void {
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud
  const endpoints = ['/oauth/token/', '/oauth/token', '/oauth/par/', '/oauth/par'].map((path) => issuer + path)
  const accepted = isBound(client) ? [issuer] : [issuer, ...endpoints]
  if (typeof audience === 'string' && accepted.includes(audience)) return
  throw refuse('must have the issuer of this server, and nothing else, as aud.')
}

function checkTimes({ jti, exp, iat }: JWTPayload, time: Date, maximumLifetimeSeconds: number) {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAXIMUM_JTI_LENGTH) {
    throw refuse(`must have a jti of at most ${MAXIMUM_JTI_LENGTH} characters.`)
  }
  const latest = time.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS
  if (exp === undefined || exp > latest + maximumLifetimeSeconds) {
    throw refuse(`must have an exp that is at most ${maximumLifetimeSeconds} seconds away.`)
  }
  if (iat !== undefined && iat > latest) throw refuse('was issued in the future: its clock is wrong.')
  return { jti, exp }
}

function refuse(problem: string, reason: ClientAuthenticationFailure = 'wrong_assertion'): ClientAuthenticationError {
  return new ClientAuthenticationError(reason, `The client assertion ${problem}`)
}
