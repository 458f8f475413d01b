import type { AttestDataRequest, GrantTerms } from '@countersign/contracts'
import { type ReleasedEvent, VaultError, type VaultErrorCode } from '@countersign/vault'
import type { ReturnParts } from '../apps/return-address.ts'
import type { StandingAnswer } from '../apps/standing-answer.ts'
import { normaliseClaims } from '../claims/check-claim.ts'
import { authorOf, stampOf } from '../clock.ts'
import { commitEdits, type Edits } from '../entries/commit-edits.ts'
import { ClientError, type FailureCode, isOutcomeUnknown, toFailure } from '../failure.ts'
import { requireConfirmedRecoveryKey } from '../methods/recovery-key.ts'
import { keyInForce } from '../session/replaced-recovery-key.ts'
import { currentSession, type Writing } from '../session/state.ts'
import { attestationsOf, dropAttestations, type SharedAttestations } from '../verification/verify-claim.ts'
import { withAppCopies } from './app-copies.ts'
import { appIdentityOf, checkApp, pinFor } from './app-identity.ts'
import { hashHandedClaims, withValues } from './log-entry.ts'
import { digestShown } from './read-request.ts'
import { type MemoryOfRelease, memoryOfRelease } from './remember-release.ts'
import { type Approved, presentationsOf, type Release, releasedValues, resolveApproval } from './resolve-approval.ts'
import { sealClaims } from './seal-claims.ts'
import { standingAnswerFor } from './standing-answer-for.ts'

export type Approval = Approved & {
  readonly acceptNewKey?: boolean
  /** As long as the provider allows, if absent. */
  readonly grant?: GrantTerms | undefined
}

export type Approving = Writing & { readonly issuer: string }

/**
 * Logs first, so that nothing leaves unlogged; a second entry records a failed or unknown outcome.
 * @param unseen claims of the vault that the page did not show: not left out by the user
 */
export async function approveRequest(
  context: Approving,
  approval: Approval,
  unseen: readonly string[] = [],
): Promise<ReturnParts & { code: string }> {
  requireConfirmedRecoveryKey(context)
  const shown = await resolveApproval(context, approval)
  const app = appIdentityOf(shown.request)
  const { keyChanged } = await checkApp(currentSession(context).vault.rpPins, app)
  if (keyChanged && approval.acceptNewKey !== true) throw new ClientError({ code: 'app_key_changed' })
  const attested = await attestationsOf(context, approval.claims)
  const { wroteAt } = authorOf(context)
  const held = await withAppCopies(context, shown)
  const release = { ...held, claims: await normaliseClaims(shown.claims, wroteAt) }
  const standing = standingAnswerFor(release, { grant: approval.grant, attested, wroteAt, ...currentSession(context) })
  const attestation = await attestationFor(context, release, { attested, standing })
  const goesOnUnder = (isUntilRevoked(approval.grant) && keyInForce(currentSession(context).unlock)) || ''
  const memory = memoryOfRelease(
    release,
    {
      at: wroteAt.toISOString(),
      goesOnUnder,
      shown: await digestShown(shown.request),
      names: app.names.filter((name) => name !== app.name),
      standing,
    },
    unseen,
  )
  await logReleaseOrDoubt(context, { release, memory, wroteAt, claimsHash: await hashHandedClaims(attestation) })
  try {
    const { data_token: dataToken } = await context.api.attestData(currentSession(context).token, attestation)
    const completed = await completeRequest(context, release, { dataToken, grant: approval.grant })
    return { redirectUri: completed.redirect_uri, code: completed.authorization_code, state: completed.state }
  } catch (error) {
    const failure = toFailure(error)
    const { code, claims: refused } = failure
    const mayBeShared = UNKNOWN_OUTCOMES.includes(code)
    // Keep the memory of values that may have arrived.
    const type = mayBeShared || isOutcomeUnknown(failure) ? 'not_released' : 'release_failed'
    await logFailedRelease(context, { release, type, memory: mayBeShared ? undefined : memory })
    if (mayBeShared) throw new ClientError({ ...failure, mayBeShared }, { cause: error })
    // The user must see core's refusal, not a failure of this clean-up.
    if (isUnverified(code, release)) await dropAttestations(context, approval.claims, refused).catch(() => undefined)
    throw error
  }
}

function isUntilRevoked(grant: GrantTerms | undefined): boolean {
  return !grant || !('once' in grant || 'ends_at' in grant)
}

/** Core may lack a verification that the vault has: a retry would be refused again. */
function isUnverified(code: FailureCode, { request }: Release): boolean {
  const { verified_claims_required: claims = [] } = request.client
  return code === 'invalid_attestation' || (code === 'invalid_claims' && claims.length > 0)
}

const UNKNOWN_OUTCOMES: readonly FailureCode[] = ['offline', 'timeout', 'service_unavailable']

/** The entry may be in the log although its answer is lost: nothing was sent to the app. */
async function logReleaseOrDoubt(context: Approving, entry: ReleaseEntry): Promise<void> {
  try {
    await logRelease(context, entry)
  } catch (error) {
    const isUnknown = UNKNOWN_OUTCOMES.includes(toFailure(error).code)
    if (isUnknown) await logFailedRelease(context, { ...entry, type: 'release_failed' })
    throw error
  }
}

/** Retries once if the answer may be lost: the same approval gets the same code. */
async function completeRequest(
  context: Approving,
  { request, scopes }: Release,
  { dataToken, grant }: { readonly dataToken: string; readonly grant: GrantTerms | undefined },
) {
  const body = { approved_scopes: [...scopes], data_token: dataToken, ...(grant && { grant }) }
  const complete = () => context.api.completeRequest(currentSession(context).token, request.auth_request_id, body)
  try {
    return await complete()
  } catch (error) {
    if (!UNKNOWN_OUTCOMES.includes(toFailure(error).code)) throw error
    return complete()
  }
}

type Handing = { readonly attested: SharedAttestations; readonly standing: StandingAnswer | undefined }

/** For an app with a key, core gets only claim names; the salts are sealed with the values. */
async function attestationFor(
  context: Approving,
  { request, claims, issued, entries }: Release,
  { attested: { attestations, salts }, standing }: Handing,
): Promise<AttestDataRequest> {
  const { userId } = currentSession(context)
  const { auth_request_id: authRequestId, client, subject = userId } = request
  const verified = attestations.length > 0 ? { attestations } : {}
  const attest = { auth_request_id: authRequestId, user_id: userId, audience: client.client_id, ...verified }
  if (client.claims_encryption_jwk === undefined)
    return { ...attest, claims, ...(attestations.length > 0 && { salts }) }
  const { issuer: provider, clock } = context
  const to = { provider, audience: client.client_id, authRequestId, subject, now: clock.now() }
  const sealed = await sealClaims({
    claims,
    salts,
    presentations: await presentationsOf({ issued, entries }, to),
    key: client.claims_encryption_jwk,
    audience: client.client_id,
    subject,
    authRequestId,
    updates: standing?.grants[0],
  })
  return { ...attest, claim_names: sealed.claim_names, claims_jwe: sealed.claims_jwe }
}

type ReleaseEntry = {
  readonly release: Release
  readonly memory: MemoryOfRelease
  /** Same as in the app memory, which the log looks up by it. */
  readonly wroteAt: Date
  readonly claimsHash: string
}

async function logRelease(context: Approving, { release, memory, wroteAt, claimsHash }: ReleaseEntry): Promise<void> {
  const { request, scopes } = release
  const values = releasedValues(release)
  const app = appIdentityOf(request)
  const { clientId, name, host, encryptionKey } = app
  const { rpPins } = currentSession(context).vault
  const released: ReleasedEvent = {
    type: 'released',
    at: wroteAt.toISOString(),
    device: context.name,
    auth_request_id: request.auth_request_id,
    app: { client_id: clientId, name, host },
    scopes,
    claims: Object.keys(values),
    sealed: encryptionKey !== undefined,
    claims_sha256: claimsHash,
  }
  const pin = await pinFor(rpPins, app, wroteAt)
  const edits: Edits = { activity: [await withValues(released, values)], pins: { [clientId]: pin } }
  try {
    await commitEdits(context, edits, memory.remember)
  } catch (error) {
    if (!isFull(error)) throw error
    // A full vault remembers no more, and still approves.
    await commitEdits(context, edits)
  }
}

const FULL: readonly string[] = ['too_large', 'too_many_items', 'vault_too_large'] satisfies VaultErrorCode[]

function isFull(error: unknown): boolean {
  return error instanceof VaultError && FULL.includes(error.code)
}

type FailedRelease = {
  readonly release: Release
  /** The second if the app got nothing. */
  readonly type: 'not_released' | 'release_failed'
  readonly memory: MemoryOfRelease | undefined
}

/** Best effort: the release is logged, and the user must see the failure itself. */
async function logFailedRelease(context: Approving, { release, type, memory }: FailedRelease): Promise<void> {
  const { auth_request_id } = release.request
  const event = { type, ...stampOf(context), auth_request_id } as const
  await commitEdits(context, { activity: [event] }, memory?.forget).catch(() => undefined)
}
