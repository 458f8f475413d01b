import { randomUUID } from 'node:crypto'
import { ServiceError } from '@countersign/service/errors'
import { newSecret, sha256 } from '@countersign/service/secrets'
import type { Sql, SqlPool, Transaction } from '@countersign/service/sql'
import { readKnownScopes } from '../catalogue/scopes/scope.store.ts'
import { checkClient } from './check-client.ts'
import { countOwnedClients, insertClient, listClientsForUpdate, setClientOwner } from './client.store.ts'
import { type Client, type ClientRegistration, hasSecret } from './client.ts'
import { ClientRegistrationError } from './client-errors.ts'
import { checkLogo } from './client-logo.ts'
import { replaceSecret } from './client-secret.store.ts'

export type RegisteredClient = {
  readonly clientId: string
  /** Shown once: only its hash is kept. Absent for a client without a secret. */
  readonly clientSecret: string | undefined
}

/** @throws ClientRegistrationError */
export async function registerClient(sql: Sql, registration: ClientRegistration): Promise<RegisteredClient> {
  const { logo } = registration
  const client = { ...checkClient(registration, await readKnownScopes(sql)), clientId: randomUUID() }
  const clientSecret = hasSecret(client) ? newSecret('cs_cs_') : undefined
  const secretHash = clientSecret === undefined ? undefined : sha256(clientSecret)
  await insertClient(sql, { ...client, secretHash, logo: logo && checkLogo(logo) })
  return { clientId: client.clientId, clientSecret }
}

/** Enough for experiments, too few to fill the registry. */
const MAXIMUM_OWN_CLIENTS = 20

/** @throws ClientRegistrationError, and `too_many_apps` */
export async function registerOwnClient(sql: SqlPool, registration: ClientRegistration, owner: string) {
  return sql.transaction(async (transaction) => {
    await requireRoomForOwn(transaction, owner)
    const registered = await registerClient(transaction, registration)
    await setClientOwner(transaction, registered.clientId, owner)
    return registered
  })
}

/** @throws `too_many_apps` */
export async function requireRoomForOwn(sql: Transaction, owner: string): Promise<void> {
  if ((await countOwnedClients(sql, owner)) < MAXIMUM_OWN_CLIENTS) return
  throw new ServiceError('too_many_apps', `You have ${MAXIMUM_OWN_CLIENTS} apps: remove one first.`)
}

/**
 * Calls `check` with the existing clients, in the same transaction.
 * @throws ClientRegistrationError, and as `check` does
 */
export async function registerClientBeside(
  sql: SqlPool,
  registration: ClientRegistration,
  check: (clients: readonly Client[]) => void,
): Promise<RegisteredClient> {
  return sql.transaction(async (transaction) => {
    check(await listClientsForUpdate(transaction))
    return registerClient(transaction, registration)
  })
}

/**
 * Older secrets keep working for `overlapSeconds`.
 * @throws ClientRegistrationError
 */
export async function rotateClientSecret(sql: SqlPool, clientId: string, overlapSeconds: number) {
  const clientSecret = newSecret('cs_cs_')
  const secretId = await replaceSecret(sql, { clientId, secretHash: sha256(clientSecret), overlapSeconds })
  if (secretId !== undefined) return { secretId, clientSecret }
  throw new ClientRegistrationError('There is no client with this client_id that has a secret.')
}
