import { OAuthError } from '@countersign/service/errors'
import { scopesOfRequest, withScopesOfApis } from '../../catalogue/resources/access-token-target.ts'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { parseScope, scopesToAskFor } from '../../catalogue/scopes/scopes.ts'
import { type Client, requireGrantType } from '../../clients/client.ts'
import { isThumbprint } from '../../ground/dpop/check-dpop-proof.ts'
import type { Parameters } from '../../ground/http/parameters.ts'
import { isCodeChallenge } from '../codes/code.ts'
import { readAcceptedAcr } from './accepted-acr.ts'
import { readClaimsParameter } from './claims-parameter.ts'
import { takesForms } from './destination.ts'
import { checkIdentityParameters, type IdentityParameters } from './identity-parameters.ts'
import { type RequestedClaims, requestClaims } from './requested-claims.ts'

export type CheckedRequest = IdentityParameters &
  RequestedClaims & {
    /** Empty if absent. */
    readonly state: string
    readonly responseMode: ResponseMode
    /** The sign-ins that the app takes; undefined: any. */
    readonly acceptedAcr: readonly string[] | undefined
    /** The subject that `claims` wants. */
    readonly sub: string | undefined
    readonly codeChallenge: string | undefined
    /** The key that must redeem the code (RFC 9449 §10). */
    readonly dpopJkt: string | undefined
  }

export type ResponseMode = 'query' | 'form_post'

const MAXIMUM_STATE_LENGTH = 2_048
// VSCHAR (RFC 6749 Appendix A.5): can be echoed byte for byte.
const STATE = /^[\x20-\x7E]*$/

/**
 * For errors that may be redirected: client and redirect URI are known to be right.
 * @throws OAuthError (RFC 6749 §4.1.2.1, RFC 7636 §4.4.1, OpenID Connect Core §3.1.2.6)
 */
export function checkAuthorizationRequest(
  client: Client,
  parameters: Parameters,
  { known, issuer }: { readonly known: KnownScopes; readonly issuer: string },
): CheckedRequest {
  const { values, repeated, resources } = parameters
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
  requireGrantType(client, 'authorization_code')
  checkUnsupported(values)
  const responseMode = checkResponse(values)
  const state = echoableState(parameters)
  if (state !== (values['state'] ?? '')) {
    throw new OAuthError(
      'invalid_request',
      `state must be printable ASCII of at most ${MAXIMUM_STATE_LENGTH} characters.`,
    )
  }
  const identity = checkIdentityParameters(values)
  const claims = readClaimsParameter(values['claims'])
  const scopes = readScopes(client, { scope: values['scope'], resources, issuer }, known)
  const requested = requestClaims(client, { scopes, parameter: claims }, known)
  checkSilence(identity, client, { values, scopes: requested.scopes })
  return {
    ...identity,
    ...requested,
    // Its registration stands in for what is absent (OpenID Connect Registration §2).
    maxAgeSeconds: identity.maxAgeSeconds ?? client.defaultMaxAge,
    acceptedAcr: readAcceptedAcr(client, { acrValues: values['acr_values'], acr: claims.acr }),
    sub: claims.sub,
    state,
    responseMode,
    codeChallenge: checkPkce(client, values),
    dpopJkt: checkThumbprint(values['dpop_jkt']),
  }
}

/** The state for a refusal: sent once, and echoable byte for byte. */
export function echoableState({ values, repeated }: Parameters): string {
  const state = values['state'] ?? ''
  return !repeated.includes('state') && state.length <= MAXIMUM_STATE_LENGTH && STATE.test(state) ? state : ''
}

/** First of all checks: the other parameters may stand only inside the request object, which is never read. */
export function checkUnsupported(values: Parameters['values']): void {
  if (values['request'] !== undefined)
    throw new OAuthError('request_not_supported', 'Request objects are not supported.')
  if (values['request_uri'] !== undefined)
    throw new OAuthError('request_uri_not_supported', 'Only the request_uri of a pushed request is supported.')
}

function checkResponse(values: Parameters['values']): ResponseMode {
  const { response_type, response_mode = 'query', redirect_uri = '' } = values
  if (response_type === undefined) throw new OAuthError('invalid_request', 'response_type is missing.')
  if (response_type !== 'code')
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported.')
  if (response_mode === 'query') return response_mode
  if (response_mode === 'form_post' && takesForms(redirect_uri)) return response_mode
  throw new OAuthError('invalid_request', 'response_mode must be query, or form_post to an http address.')
}

type Asked = {
  readonly scope: string | undefined
  readonly resources: readonly string[]
  readonly issuer: string
}

/** @throws `invalid_scope`, `invalid_target` */
export function readScopes(
  registered: Client,
  { scope, resources, issuer }: Asked,
  known: KnownScopes,
): readonly string[] {
  const client = withScopesOfApis(registered, resources, known)
  const named = parseScope(scope)
  const asked = named && scopesToAskFor(client, named, known)
  const scopes = scopesOfRequest(client, { issuer, resources, scopes: asked }, known)
  if (scopes.length > 0) return scopes
  throw new OAuthError('invalid_scope', 'scope must name one or more scopes: this client has no default ones.')
}

/**
 * `prompt=none` can grant only `openid`: the user must open the vault for other claims. A public client without an
 * address of its own could be any program (RFC 8252 §8.6, RFC 6749 §10.2).
 */
function checkSilence(
  { prompt }: IdentityParameters,
  { authenticationMethod }: Client,
  { values, scopes }: { readonly values: Parameters['values']; readonly scopes: readonly string[] },
): void {
  if (prompt !== 'none') return
  if (authenticationMethod === 'none' && !values['redirect_uri']?.startsWith('https:')) {
    throw new OAuthError(
      'interaction_required',
      'With prompt=none an app without a secret or key is answered at an https address only.',
    )
  }
  if (scopes.length === 1 && scopes.includes('openid')) return
  throw new OAuthError(
    'interaction_required',
    'With prompt=none only scope=openid can be answered: the rest needs the person.',
  )
}

function checkPkce(client: Client, { code_challenge, code_challenge_method }: Parameters['values']) {
  if (code_challenge === undefined) {
    if (code_challenge_method !== undefined) throw new OAuthError('invalid_request', 'code_challenge is missing.')
    if (client.requirePkce)
      throw new OAuthError(
        'invalid_request',
        'code_challenge is missing: this client must use PKCE. Switch it on in its library, or register the client with require_pkce false.',
      )
    return undefined
  }
  // Without a method the challenge would be `plain` (RFC 7636 §4.3), which protects nothing.
  if (code_challenge_method !== 'S256') {
    throw new OAuthError('invalid_request', 'transform algorithm not supported: code_challenge_method must be S256.')
  }
  if (isCodeChallenge(code_challenge)) return code_challenge
  throw new OAuthError(
    'invalid_request',
    'code_challenge must be the base64url SHA-256 of the verifier, 43 characters.',
  )
}

/**
 * The named and the proved key, which must be the same one (RFC 9449 §10.1).
 * @throws `invalid_dpop_proof`
 */
export function checkSameKey(named: string | undefined, proved: string | undefined): string | undefined {
  if (named === undefined || proved === undefined || named === proved) return named ?? proved
  throw new OAuthError('invalid_dpop_proof', 'dpop_jkt is not the thumbprint of the key of the DPoP proof.')
}

/** @throws `invalid_request` */
export function checkThumbprint(thumbprint: string | undefined): string | undefined {
  if (thumbprint === undefined || isThumbprint(thumbprint)) return thumbprint
  throw new OAuthError('invalid_request', 'dpop_jkt must be the base64url SHA-256 thumbprint of a key, 43 characters.')
}
