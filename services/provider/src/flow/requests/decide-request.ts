import {
  type ConsentCompleteRequest,
  type ConsentCompleteResponse,
  type ConsentDenyRequest,
  type ConsentDenyResponse,
  type GrantTerms,
  NO_REDIRECT,
  type RequestGivenBack,
  type RequestGivingBack,
} from '@countersign/contracts'
import { DataTokenError, verifyDataTokenOfAnyCore } from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import { sha256 } from '@countersign/service/secrets'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { claimsOfScopes, requiredScopes } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { type EventSource, logRequestDecided } from '../../ground/events.ts'
import { CODE_LIFETIME_SECONDS, SHORT_CODE_LIFETIME_SECONDS } from '../../ground/lifetimes.ts'
import type { WithClock, WithConfig, WithSigning, WithSql } from '../../ground/parts.ts'
import { codeOfApproval, sealDataToken } from '../codes/code.ts'
import { sealUserinfoClaims } from '../codes/userinfo-claims.ts'
import { sealIfForDevice, storeApprovalForDevice } from '../device/device-code.ts'
import { releasedClaimsOf } from '../identity/openid-claims.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { checkClaims, checkSealing, checkSignIn, checkVerified, type DataToken, namesOf } from './check-data-token.ts'
import { type Approval, type Decision, storeApproval, storeDenial, storeQuickApproval } from './decision.store.ts'
import { giveBack } from './request.store.ts'

/**
 * The data token must be for this request, client and user, and hold no claim beyond the approved scopes. No scope is a
 * denial. A repeated approval gets the same code while it is unused.
 * @throws ServiceError
 */
export async function completeConsent(
  dependencies: WithSigning & WithSql & WithScopes & WithClients,
  consent: ConsentCompleteRequest,
  source: EventSource,
): Promise<ConsentCompleteResponse | ConsentDenyResponse> {
  if (consent.approved_scopes.length === 0) return denyConsent(dependencies, consent, source)
  const dataToken = await readDataToken(dependencies, consent)
  const client = await dependencies.clients.find(dataToken.aud)
  if (!client) throw invalidToken('The data token was made for another app.')
  // The app is told more when the user starts again.
  if (client.disabledAt) throw new ServiceError(...EXPIRED)
  // The user's id or their subject at this client, whatever core signed.
  const subjectOf = await prepareSubjects(dependencies.keys, client)
  if (dataToken.sub !== subjectOf(consent.user_id)) throw invalidToken('The data token was made for another person.')
  const approvedScopes = [...new Set(consent.approved_scopes)]
  const known = await dependencies.scopes.of(approvedScopes)
  checkClaims(dataToken, claimsOfScopes(approvedScopes, known))
  checkKnown(approvedScopes, known)
  checkSealing(dataToken, client)
  checkVerified(dataToken, client)
  checkSignIn(dataToken, client)
  const [secret = ''] = dependencies.config.keyEncryptionSecrets
  const code = codeOfApproval(
    { dataToken: consent.data_token, approvedScopes, authRequestId: dataToken.auth_request_id },
    secret,
  )
  const { auth_request_id: authRequestId, user_id: userId } = consent
  const sealedForDevice = await sealIfForDevice(dependencies.sql, client, { authRequestId, code })
  const approval: Approval = {
    authRequestId,
    userId,
    clientId: client.clientId,
    sessionId: consent.session_id,
    approvedScopes,
    requiredScopes: requiredScopes(client),
    codeHash: sha256(code),
    codeLifetimeSeconds: codeLifetimeOf(dependencies, client),
    sealedDataToken: sealDataToken(consent.data_token, code),
    ...describeToken(dataToken),
    userinfoClaims: approvedScopes.includes('openid')
      ? sealUserinfoClaims(releasedClaimsOf(dataToken), code)
      : undefined,
    ...readTerms(consent.grant, { client, now: dependencies.now() }),
  }
  const decision = await store(dependencies.sql, approval, { isQuick: consent.unasked === true, sealedForDevice })
  const { outcome, redirectUri, state, clientId } = readDecided(decision)
  const isForDevice = redirectUri === NO_REDIRECT
  const status = outcome === 'repeated' ? 'approval_repeated' : 'approved'
  logRequestDecided(source, { authRequestId, clientId, userId, status })
  return { redirect_uri: redirectUri, authorization_code: isForDevice ? '' : code, state }
}

function describeToken(dataToken: DataToken) {
  const { sub: subject, exp, auth_time: authTime, acr } = dataToken
  return { subject, authTime, acr, claimNames: namesOf(dataToken), dataTokenExpiresAt: new Date(exp * 1000) }
}

type Manner = { readonly isQuick: boolean; readonly sealedForDevice: Buffer | undefined }

async function store(sql: WithSql['sql'], approval: Approval, { isQuick, sealedForDevice }: Manner) {
  if (!sealedForDevice) return isQuick ? storeQuickApproval(sql, approval) : storeApproval(sql, approval)
  // Only a person can tell which device asked (RFC 8628 §5.4).
  if (isQuick) throw new ServiceError('consent_required', 'A device is approved by a person who was asked.')
  return storeApprovalForDevice(sql, approval, sealedForDevice)
}

/** The last year that timestamps here and in the database can write. */
const LAST_YEAR = 9999

type Terms = Pick<Approval, 'once' | 'grantEndsAt' | 'keepsUpToDate'>

/** Refuses an end in the past: it is a mistake, not a denial. */
function readTerms(terms: GrantTerms | undefined, { client, now }: { client: Client; now: Date }): Terms {
  if (terms && 'once' in terms) return { once: true, grantEndsAt: undefined, keepsUpToDate: false }
  const { keeps_up_to_date: keepsUpToDate = false } = terms ?? {}
  if (keepsUpToDate && !client.keepsUpToDate) {
    throw new ServiceError('invalid_request', 'This app takes no data updates. Load the request again.')
  }
  const grantEndsAt = terms && 'ends_at' in terms ? new Date(terms.ends_at) : undefined
  // In UTC: an offset may pass the year.
  if (grantEndsAt && grantEndsAt.getUTCFullYear() > LAST_YEAR) {
    throw new ServiceError('invalid_request', 'The grant would end after the year 9999.')
  }
  if (!grantEndsAt || grantEndsAt > now) return { once: false, grantEndsAt, keepsUpToDate }
  throw new ServiceError('invalid_request', 'The grant would have ended already.')
}

function codeLifetimeOf({ config }: WithConfig, client: Client): number {
  const mustPush = client.requirePushedRequests || config.requirePushedRequests
  return mustPush && client.dpopBound ? SHORT_CODE_LIFETIME_SECONDS : CODE_LIFETIME_SECONDS
}

/** @throws ServiceError for an unknown, decided or expired request */
export async function denyConsent(
  { sql }: WithSql,
  { auth_request_id: authRequestId, user_id: userId }: Pick<ConsentDenyRequest, 'auth_request_id' | 'user_id'>,
  source: EventSource,
): Promise<ConsentDenyResponse> {
  const { redirectUri, state, clientId } = readDecided(await storeDenial(sql, authRequestId, userId))
  logRequestDecided(source, { authRequestId, clientId, userId, status: 'denied' })
  return { redirect_uri: redirectUri, error: 'access_denied', state }
}

/**
 * Idempotent.
 * @throws `not_found` if the request is not pending, or is another user's
 */
export async function acceptGivenBack(
  { sql }: WithSql,
  { auth_request_id, user_id }: RequestGivingBack,
): Promise<RequestGivenBack> {
  if (await giveBack(sql, auth_request_id, user_id)) return { given_back: true }
  throw new ServiceError('not_found', 'This person has no such authorization request that waits.')
}

async function readDataToken({ config, now }: WithConfig & WithClock, consent: ConsentCompleteRequest) {
  const dataToken: DataToken = await verifyDataTokenOfAnyCore(consent.data_token, config.dataTokenKeys, {
    issuer: config.issuer,
    now: now(),
  }).catch((error: unknown) => {
    if (error instanceof DataTokenError) throw invalidToken(error.message, error)
    throw error
  })
  if (dataToken.auth_request_id !== consent.auth_request_id.toLowerCase()) {
    throw invalidToken('The data token was made for another authorization request.')
  }
  return dataToken
}

/** A scope removed and redefined while the page was open is not the approved one. */
function checkKnown(approved: readonly string[], { scopes }: KnownScopes): void {
  if (approved.every((name) => scopes.has(name))) return
  throw new ServiceError(
    'invalid_scope',
    'A scope was approved that is unknown, or was removed. Load the request again.',
  )
}

const EXPIRED = ['request_expired', 'This authorization request has expired. Start again from the app.'] as const

const REFUSALS: Readonly<
  Record<Exclude<Decision['outcome'], 'decided' | 'repeated'>, ConstructorParameters<typeof ServiceError>>
> = {
  not_pending: ['request_not_pending', 'This authorization request was answered already.'],
  expired: [...EXPIRED],
  other_client: ['invalid_token', 'The data token was made for another app.'],
  scope_not_requested: ['invalid_scope', 'A scope was approved that the app did not request.'],
  claim_not_requested: ['invalid_claims', 'The data token holds a claim that the app did not request.'],
  required_scope_missing: [
    'invalid_scope',
    'A scope that cannot be left out was not approved: openid, or one that the app requires.',
  ],
  other_person: ['user_mismatch', 'The app asks for another person. Sign in as that person, or start again there.'],
  not_allowed_before: ['consent_required', 'Nothing that the person allows the app now answers this request.'],
  sign_in_too_old: ['reauth_required', 'The app asks for a recent sign-in. Sign in again, then approve.'],
  sign_in_too_weak: ['reauth_required', 'The app asks for a sign-in by passkey. Sign in by one, then approve.'],
}

function readDecided(decision: Decision | undefined): Decision {
  if (!decision) throw new ServiceError('not_found', 'There is no such authorization request.')
  const { outcome } = decision
  if (outcome === 'decided' || outcome === 'repeated') return decision
  throw new ServiceError(...REFUSALS[outcome])
}

function invalidToken(message: string, cause?: DataTokenError): ServiceError {
  return new ServiceError('invalid_token', message, { cause })
}
