import type {
  ConsentCompleteRequest,
  ConsentCompleteResponse,
  ConsentDenyRequest,
  ConsentDenyResponse,
} from '@countersign/contracts'
import { type DataTokenClaims, DataTokenError, isSealed, verifyDataToken } from '@countersign/data-token'
import { newSecret, ServiceError, sha256 } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import type { Dependencies } from '../dependencies.ts'
import { sealClaims } from '../identity/sealed-claims.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { CODE_LIFETIME_SECONDS } from '../lifetimes.ts'
import { sealDataToken } from '../tokens/sealed-data-token.ts'
import { approveRequest, type Decision, denyRequest } from './request.store.ts'
import { claimsOfScopes, isSubset, requiredScopes } from './scopes.ts'

/**
 * Approves a request (specification §3): the data token must be genuine, made for this request, this client and this
 * person, and must hold no claim beyond the approved scopes. Approving nothing is a denial. Throws ServiceError.
 */
export async function completeConsent(
  dependencies: Dependencies,
  consent: ConsentCompleteRequest,
): Promise<ConsentCompleteResponse | ConsentDenyResponse> {
  if (consent.approved_scopes.length === 0) return denyConsent(dependencies, consent)
  const dataToken = await readDataToken(dependencies, consent)
  const client = await dependencies.clients.find(dataToken.aud)
  if (!client) throw invalidToken('The data token was made for another app.')
  // The person's own identifier, or the one that this app knows them by: nobody else's, whatever core was told to sign.
  const subjectOf = await prepareSubjects(dependencies.keys, client)
  if (dataToken.sub !== subjectOf(consent.user_id)) throw invalidToken('The data token was made for another person.')
  const approvedScopes = [...new Set(consent.approved_scopes)]
  checkClaims(dataToken, approvedScopes)
  checkSealing(dataToken, client)
  const code = newSecret('cs_ac_')
  const decision = await approveRequest(dependencies.sql, {
    authRequestId: consent.auth_request_id,
    userId: consent.user_id,
    clientId: client.clientId,
    approvedScopes,
    requiredScopes: requiredScopes(client),
    codeHash: sha256(code),
    codeLifetimeSeconds: CODE_LIFETIME_SECONDS,
    sealedDataToken: sealDataToken(consent.data_token, code),
    dataTokenExpiresAt: new Date(dataToken.exp * 1000),
    authTime: dataToken.auth_time,
    sealedClaims: approvedScopes.includes('openid') ? sealClaims(dataToken.claims, code) : undefined,
  })
  const { redirectUri, state } = readDecided(decision)
  return { redirect_uri: redirectUri, authorization_code: code, state }
}

/** Denies a request. Throws ServiceError when it is unknown, decided already, or expired. */
export async function denyConsent({ sql }: Dependencies, consent: ConsentDenyRequest): Promise<ConsentDenyResponse> {
  const { redirectUri, state } = readDecided(await denyRequest(sql, consent.auth_request_id, consent.user_id))
  return { redirect_uri: redirectUri, error: 'access_denied', state }
}

async function readDataToken({ config, now }: Dependencies, consent: ConsentCompleteRequest): Promise<DataTokenClaims> {
  const dataToken = await verifyDataToken(consent.data_token, config.dataTokenKeys, {
    issuer: config.issuer,
    now: now(),
  }).catch((error: unknown) => {
    if (error instanceof DataTokenError) throw invalidToken(error.message)
    throw error
  })
  if (dataToken.auth_request_id !== consent.auth_request_id.toLowerCase()) {
    throw invalidToken('The data token was made for another authorization request.')
  }
  return dataToken
}

function checkClaims(dataToken: DataTokenClaims, approvedScopes: readonly string[]): void {
  const names = isSealed(dataToken) ? dataToken.claim_names : Object.keys(dataToken.claims)
  if (isSubset(names, claimsOfScopes(approvedScopes))) return
  throw new ServiceError('invalid_claims', 'The data token holds a claim that no approved scope releases.')
}

/** Core refuses this first. Here once more, so that no claim of such an app is ever passed on or kept in the open. */
function checkSealing(dataToken: DataTokenClaims, { claimsEncryptionKey }: Client): void {
  if (!claimsEncryptionKey || isSealed(dataToken)) return
  throw new ServiceError('invalid_claims', 'This app takes sealed claims only. Load the request again.')
}

function readDecided(decision: Decision | undefined): Decision {
  if (!decision) throw new ServiceError('not_found', 'There is no such authorization request.')
  switch (decision.outcome) {
    case 'decided':
      return decision
    case 'not_pending':
      throw new ServiceError('request_not_pending', 'This authorization request was answered already.')
    case 'expired':
      throw new ServiceError('request_expired', 'This authorization request has expired. Start again from the app.')
    case 'other_client':
      throw invalidToken('The data token was made for another app.')
    case 'scope_not_requested':
      throw new ServiceError('invalid_scope', 'A scope was approved that the app did not request.')
    case 'required_scope_missing':
      throw new ServiceError('invalid_scope', 'A scope that the app requires was left out.')
    case 'sign_in_too_old':
      throw new ServiceError('reauth_required', 'The app asks for a recent sign-in. Sign in again, then approve.')
  }
}

function invalidToken(message: string): ServiceError {
  return new ServiceError('invalid_token', message)
}
