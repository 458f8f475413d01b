import type { AttestDataRequest } from '@countersign/contracts'
import type { ActivityEvent } from '@countersign/vault'
import type { CallInput, CallOutput } from '../device-calls.ts'
import { authorOf, currentSession, type DeviceContext } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError, type FailureCode, toFailure } from '../failure.ts'
import { checkApp, pinFor } from './app-pins.ts'
import { hashHandedClaims } from './handed-claims.ts'
import { sealClaims } from './seal-claims.ts'

type Approval = CallInput<'approve'>

/**
 * Has core sign exactly these claims, writes down what is about to be released, and completes the request. The entry
 * comes first: were it refused, nothing would be released, so nothing ever is without an entry. When the release then
 * fails, or nobody knows, a second entry says so.
 * @throws ClientError `app_key_changed`, and what core answers
 */
export async function approveRequest(context: DeviceContext, approval: Approval): Promise<CallOutput<'approve'>> {
  const { keyChanged } = await checkApp(currentSession(context).vault.rpPins, approval)
  if (keyChanged && approval.acceptNewKey !== true) throw new ClientError({ code: 'app_key_changed' })
  const attestation = await attestationFor(context, approval)
  const { data_token: dataToken } = await context.api.attestData(currentSession(context).token, attestation)
  await logRelease(context, approval, await hashHandedClaims(attestation))
  try {
    const completed = await completeRequest(context, approval, dataToken)
    return { redirectUri: completed.redirect_uri, code: completed.authorization_code, state: completed.state }
  } catch (error) {
    await logFailedRelease(context, approval)
    throw error
  }
}

/** What leaves open whether it was done. */
const UNKNOWN_OUTCOMES: readonly FailureCode[] = ['offline', 'timeout', 'service_unavailable']

/** Once more, where the answer may have been lost on its way: the same approval gets the same code. */
async function completeRequest(context: DeviceContext, { id, scopes }: Approval, dataToken: string) {
  const body = { approved_scopes: [...scopes], data_token: dataToken }
  const complete = () => context.api.completeRequest(currentSession(context).token, id, body)
  try {
    return await complete()
  } catch (error) {
    if (!UNKNOWN_OUTCOMES.includes(toFailure(error).code)) throw error
    return complete()
  }
}

/** Tells core that the person said no. */
export async function denyRequest(context: DeviceContext, id: string): Promise<CallOutput<'deny'>> {
  const denied = await context.api.denyRequest(currentSession(context).token, id)
  return { redirectUri: denied.redirect_uri, state: denied.state }
}

/** For an app with a key, core gets the names of the claims only. */
async function attestationFor(context: DeviceContext, approval: Approval): Promise<AttestDataRequest> {
  const { userId } = currentSession(context)
  const { id, clientId, claims, encryptionKey, subject = userId } = approval
  const request = { auth_request_id: id, user_id: userId, audience: clientId }
  if (encryptionKey === undefined) return { ...request, claims }
  const sealed = await sealClaims({
    claims,
    key: encryptionKey,
    audience: clientId,
    subject,
    authRequestId: id,
  })
  return { ...request, claim_names: sealed.claim_names, claims_jwe: sealed.claims_jwe }
}

async function logRelease(context: DeviceContext, approval: Approval, claimsHash: string): Promise<void> {
  const { id, clientId, appName, host, scopes, claims, encryptionKey } = approval
  const { device, wroteAt } = authorOf(context)
  const { rpPins } = currentSession(context).vault
  const released: ActivityEvent = {
    type: 'released',
    at: wroteAt.toISOString(),
    device,
    auth_request_id: id,
    app: { client_id: clientId, name: appName, host },
    scopes,
    claims: Object.keys(claims),
    sealed: encryptionKey !== undefined,
    claims_sha256: claimsHash,
  }
  const pin = await pinFor(rpPins, approval, wroteAt)
  await commitEdits(context, { activity: [released], pins: { set: { [clientId]: pin } } })
}

/** Best effort: the entry of the release is there already, and the failure itself is what the person has to hear. */
async function logFailedRelease(context: DeviceContext, { id }: Approval): Promise<void> {
  const { device, wroteAt } = authorOf(context)
  const event: ActivityEvent = { type: 'not_released', at: wroteAt.toISOString(), device, auth_request_id: id }
  await commitEdits(context, { activity: [event] }).catch(() => undefined)
}
