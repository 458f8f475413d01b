import type { GrantUpdate, GrantUpdated, UpdatableGrant } from '@countersign/contracts'
import {
  claimsKeyThumbprint,
  DATA_UPDATE_LIFETIME_SECONDS,
  DataTokenError,
  type DataUpdateClaims,
  readClaimsEnvelope,
  verifyDataUpdate,
} from '@countersign/data-token'
import { ServiceError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { claimsOfScopes, describeScopes } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { type EventSource, logGrantUpdated } from '../../ground/events.ts'
import { openText, sealText } from '../../ground/keys/sealed-text.ts'
import type { WithClock, WithConfig, WithSigning, WithSql } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import type { WithNotices } from '../notices/deliver-notices.ts'
import { checkClaims, checkSealing, checkVerified } from '../requests/check-data-token.ts'
import { dropUpdate, findUpdatable, insertDataChanged, keepUpdate } from './data-update.store.ts'

type Parts = WithSigning & WithSql & WithScopes & WithClients & WithClock

/** The grant as core must know it to sign an update for it. @throws `not_found` */
export async function showUpdatableGrant(
  dependencies: Parts,
  { grant_id: grantId, user_id: userId }: { readonly grant_id: string; readonly user_id: string },
): Promise<UpdatableGrant> {
  const { scopes, endsAt, client, key } = await readUpdatable(dependencies, grantId, userId)
  const subjectOf = await prepareSubjects(dependencies.keys, client)
  const details = describeScopes(client, { requestedScopes: scopes }, await dependencies.scopes.of(scopes))
  return {
    client_id: client.clientId,
    subject: subjectOf(userId),
    scope_details: details.map(({ claims }) => ({ claims })),
    claims_encryption_jwk: key,
    verified_claims_required: [...client.verifiedClaimsRequired],
    ends_at: endsAt?.toISOString() ?? null,
  }
}

/**
 * Keeps an update until the app refreshes its tokens; checked as the data token of an approval is. An older version than the
 * one that is kept changes nothing.
 * @throws ServiceError
 */
export async function acceptGrantUpdate(
  dependencies: Parts & WithNotices,
  { grant_id, user_id: userId, data_token: dataToken }: GrantUpdate,
  source: EventSource,
): Promise<GrantUpdated> {
  const grantId = grant_id.toLowerCase()
  const { scopes, client } = await readUpdatable(dependencies, grantId, userId)
  const update = await readUpdate(dependencies, dataToken)
  const subjectOf = await prepareSubjects(dependencies.keys, client)
  const isFor = { aud: client.clientId, sub: subjectOf(userId), auth_request_id: grantId } as const
  for (const name of ['aud', 'sub', 'auth_request_id'] as const) {
    if (update[name] !== isFor[name]) throw new ServiceError('invalid_token', 'The update was made for another grant.')
  }
  checkClaims(update, claimsOfScopes(scopes, await dependencies.scopes.of(scopes)))
  checkSealing(update, client)
  checkVerified(update, client)
  const { version, aud: clientId } = update
  const sealedUpdate = sealText(dataToken, sealingOf(dependencies))
  const kept = await dependencies.sql.transaction(async (transaction) => {
    const held = await keepUpdate(transaction, { grantId, userId, scopes, version, sealedUpdate })
    if (held?.isNew && client.eventsUri !== undefined) await insertDataChanged(transaction, { grantId, clientId })
    return held
  })
  if (!kept) throw notUpdatable()
  if (kept.isNew) {
    logGrantUpdated(source, { grantId, clientId, userId })
    dependencies.notices.deliverSoon()
  }
  return { version: kept.version }
}

type SealedUpdate = { readonly grantId: string; readonly sealed: Buffer }

/**
 * The update that goes with a pair of tokens. Undefined if it has expired, if the app has another key by now or takes no more
 * updates, or if the secret is gone: then it is dropped.
 */
export async function openUpdate(
  dependencies: WithConfig & WithClock & WithSql,
  { keepsUpToDate, claimsEncryptionKey: key }: Client,
  { grantId, sealed }: SealedUpdate,
): Promise<string | undefined> {
  const dataToken = openText(sealed, sealingOf(dependencies))
  if (dataToken !== undefined && keepsUpToDate && key) {
    const { exp, claims_jwe: jwe } = payloadOf(dataToken)
    const isValid = exp * 1000 > dependencies.now().getTime()
    if (isValid && readClaimsEnvelope(jwe)?.kid === claimsKeyThumbprint(key)) return dataToken
  }
  await dropUpdate(dependencies.sql, grantId, sealed)
  return undefined
}

/** TOKEN_SECRET stays listed for as long as an update may wait: that of a refresh token. */
function sealingOf({ config }: WithConfig) {
  return { secrets: config.tokenSecrets, label: 'countersign/v1/data-update' }
}

/** Of a token that was verified before it was kept. */
function payloadOf(dataToken: string): DataUpdateClaims {
  const payload = Buffer.from(dataToken.split('.')[1] ?? '', 'base64url').toString()
  return JSON.parse(payload) as DataUpdateClaims
}

async function readUpdatable({ sql, clients }: Parts, grantId: string, userId: string) {
  const grant = await findUpdatable(sql, grantId, userId)
  const client = grant && (await clients.find(grant.clientId))
  const key = client?.claimsEncryptionKey
  if (!client || client.disabledAt || !client.keepsUpToDate || !key) throw notUpdatable()
  return { ...grant, client, key }
}

function notUpdatable(): ServiceError {
  return new ServiceError('not_found', 'This person has no such grant that takes updates.')
}

async function readUpdate({ config, now }: Parts, dataToken: string): Promise<DataUpdateClaims> {
  try {
    const update = await verifyDataUpdate(dataToken, config.dataTokenKeys, { issuer: config.issuer, now: now() })
    if (update.exp - update.iat <= DATA_UPDATE_LIFETIME_SECONDS) return update
  } catch (error) {
    if (error instanceof DataTokenError) throw new ServiceError('invalid_token', error.message, { cause: error })
    throw error
  }
  throw new ServiceError('invalid_token', 'The update would be valid for too long.')
}
