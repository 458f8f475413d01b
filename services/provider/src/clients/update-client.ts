import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { newSecret, sha256 } from '@countersign/service/secrets'
import type { SqlPool, Transaction } from '@countersign/service/sql'
import { readKnownScopes } from '../catalogue/scopes/scope.store.ts'
import { checkClient } from './check-client.ts'
import { findClientForUpdate, updateClientRow, updateLogo } from './client.store.ts'
import { type Client, type ClientChanges, type ClientRegistration, hasSecret, isBound, sectorOf } from './client.ts'
import { ClientRegistrationError } from './client-errors.ts'
import { checkLogo } from './client-logo.ts'
import { addSecret, deleteSecrets } from './client-secret.store.ts'

/**
 * Checks the result like a new client, under its row lock: concurrent changes cannot add up to an unchecked one.
 * Answers the secret that a change made necessary, which is shown once.
 * @throws ClientRegistrationError
 */
export async function updateClient(sql: SqlPool, clientId: string, changes: ClientChanges) {
  const logo = changes.logo && checkLogo(changes.logo)
  return sql.transaction(async (transaction) => {
    const current = await findClientForUpdate(transaction, clientId)
    if (!current) return undefined
    const client = { ...checkClient(merge(current, changes), await readKnownScopes(transaction)), clientId }
    checkVouchedFor(current, client)
    checkSector(current, client)
    await updateClientRow(transaction, client)
    if (logo) await updateLogo(transaction, clientId, logo)
    return { clientSecret: await settleSecrets(transaction, current, client) }
  })
}

/** Only a client that an administrator vouches for may act without a user, or start on a device. */
function checkVouchedFor({ isVouchedFor }: Client, { grantTypes }: Pick<Client, 'grantTypes'>): void {
  if (isVouchedFor) return
  if (grantTypes.includes(DEVICE_CODE_GRANT)) {
    throw new ClientRegistrationError(
      `An app that registered itself, or that a developer did, gets no ${DEVICE_CODE_GRANT}: leave it out of grant_types.`,
    )
  }
  if (!grantTypes.includes('client_credentials')) return
  throw new ClientRegistrationError(
    'An app that registered itself, or that a developer did, gets no client_credentials: register another one for its own calls.',
  )
}

/** Tokens that are out go on: by another's redirect URIs they would tell by which name another app knows the same people. */
function checkSector(before: Client, after: Parameters<typeof sectorOf>[0] & Pick<Client, 'subjectType'>): void {
  if (before.isVouchedFor || after.subjectType === 'public') return
  if (before.subjectType === 'pairwise' && sectorOf(before) === sectorOf(after)) return
  throw new ClientRegistrationError(
    'An app with pairwise subjects keeps the sector that it was registered with: register another app for the new one.',
  )
}

/** Keys and the algorithm of id_tokens follow from other choices, and change with them unless the change names them. */
function merge(current: Client, changes: ClientChanges): ClientRegistration {
  const merged = { ...current, ...changes }
  return { ...merged, ...mergeKeys(merged, changes), ...mergeAlgorithm(current, merged, changes) }
}

type Current = Pick<Client, 'authenticationMethod' | 'jwks'> & Pick<ClientChanges, 'keysUri'>

/** Keys belong to private_key_jwt and leave with it; keys replace their address, and the reverse. */
function mergeKeys({ authenticationMethod, jwks, keysUri }: Current, changes: ClientChanges) {
  const keeps = authenticationMethod === 'private_key_jwt'
  const hasNewKeys = changes.jwks !== undefined && changes.jwks.keys.length > 0
  return {
    jwks: changes.jwks ?? (keeps && !changes.keysUri ? jwks : { keys: [] }),
    keysUri: changes.keysUri ?? (keeps && !hasNewKeys && changes.keysUri === undefined ? keysUri : undefined),
  }
}

function mergeAlgorithm(current: Client, merged: Parameters<typeof isBound>[0], changes: ClientChanges) {
  const becomesBound = !isBound(current) && isBound(merged)
  return becomesBound && !changes.idTokenAlgorithm ? { idTokenAlgorithm: 'ES256' as const } : {}
}

/** A client that authenticates by a secret always has one, and no other client ever does. */
async function settleSecrets(
  sql: Transaction,
  before: Client,
  after: Pick<Client, 'clientId' | 'authenticationMethod'>,
) {
  if (hasSecret(before) === hasSecret(after)) return undefined
  if (!hasSecret(after)) {
    await deleteSecrets(sql, after.clientId)
    return undefined
  }
  const clientSecret = newSecret('cs_cs_')
  await addSecret(sql, after.clientId, sha256(clientSecret))
  return clientSecret
}
