import type { Sql, SqlPool, Transaction } from '@countersign/service/sql'
import { tellOfClientChange } from '../ground/changes.store.ts'
import { readRows } from '../ground/rows.ts'
import { ClientRegistrationError } from './client-errors.ts'

export type ClientSecretRecord = {
  readonly clientId: string
  readonly secretId: string
  readonly createdAt: Date
  readonly expiresAt: Date | undefined
  readonly lastUsedAt: Date | undefined
}

type Replacement = { readonly clientId: string; readonly secretHash: Buffer; readonly overlapSeconds: number }

/** Limits older secrets to `overlapSeconds`, under the client's row lock. Undefined if the client takes no secret. */
export async function replaceSecret(sql: SqlPool, { clientId, secretHash, overlapSeconds }: Replacement) {
  return sql.transaction(async (transaction) => {
    await transaction`select 1 from provider.clients where client_id = ${clientId} for update`
    await limitSecrets(transaction, clientId, overlapSeconds)
    return addSecret(transaction, clientId, secretHash)
  })
}

async function limitSecrets(sql: Transaction, clientId: string, overlapSeconds: number): Promise<void> {
  await sql`
    update provider.client_secrets
       set expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds}))
     where client_id = ${clientId}`
}

/** The same with a secret that may be there already. Answers whether it was not the lasting one. Under the client's lock. */
export async function putSecret(sql: Transaction, { clientId, secretHash, overlapSeconds }: Replacement) {
  const [present] = await sql<{ clientId: string; isLasting: boolean }>`
    select client_id as "clientId", expires_at is null as "isLasting"
      from provider.client_secrets where secret_hash = ${secretHash}`
  if (present && present.clientId !== clientId) {
    throw new ClientRegistrationError('Another app has this secret: each needs one of its own.')
  }
  if (present?.isLasting) return false
  await limitSecrets(sql, clientId, overlapSeconds)
  if (present) {
    await sql`update provider.client_secrets set expires_at = null where secret_hash = ${secretHash}`
    await tellOfClientChange(sql, clientId)
  } else await addSecret(sql, clientId, secretHash)
  return true
}

export async function addSecret(sql: Transaction, clientId: string, secretHash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ secret_id: string }>`
    insert into provider.client_secrets (secret_hash, client_id)
    select ${secretHash}, client_id from provider.clients
     where client_id = ${clientId} and token_endpoint_auth_method in ('client_secret_post', 'client_secret_basic')
    returning secret_id`
  await tellOfClientChange(sql, clientId)
  return row?.secret_id
}

export async function deleteSecrets(sql: Transaction, clientId: string): Promise<void> {
  await sql`delete from provider.client_secrets where client_id = ${clientId}`
  await tellOfClientChange(sql, clientId)
}

/** The secrets of some clients that are valid now, the oldest first; of one moment, the one that was replaced. */
export async function listSecrets(sql: Sql, clientIds: readonly string[]): Promise<ClientSecretRecord[]> {
  // The embedded database's clock has milliseconds only: a secret and the one that replaces it may be of the same one.
  return readRows(sql<ClientSecretRecord>`
    select client_id as "clientId", secret_id as "secretId", created_at as "createdAt", expires_at as "expiresAt",
           last_used_at as "lastUsedAt"
      from provider.client_secrets
     where client_id = any(${clientIds}) and (expires_at is null or expires_at > now())
     order by created_at, expires_at nulls last, secret_id`)
}

/** Keeps the last secret that does not expire. The client's row lock orders concurrent removals. */
export async function removeSecret(
  sql: SqlPool,
  clientId: string,
  secretId: string,
): Promise<'removed' | 'last' | undefined> {
  return sql.transaction(async (transaction) => {
    await transaction`select 1 from provider.clients where client_id = ${clientId} for update`
    const [row] = await transaction<{ is_last: boolean }>`
      select not exists (select 1 from provider.client_secrets o
                          where o.client_id = s.client_id and o.secret_id <> s.secret_id and o.expires_at is null) as is_last
        from provider.client_secrets s
       where client_id = ${clientId} and secret_id = ${secretId}`
    if (!row) return undefined
    if (row.is_last) return 'last'
    await transaction`delete from provider.client_secrets where client_id = ${clientId} and secret_id = ${secretId}`
    await tellOfClientChange(transaction, clientId)
    return 'removed'
  })
}

/** Records the use of these secrets, at most once a minute each across all processes. */
export async function noteSecretUse(sql: Sql, secretHashes: readonly Buffer[]): Promise<void> {
  await sql`
    update provider.client_secrets set last_used_at = now()
     where secret_hash = any(${secretHashes}::bytea[])
       and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}
