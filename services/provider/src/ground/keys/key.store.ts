import type { PublicJwk } from '@countersign/contracts'
import type { Sql, SqlPool, Transaction } from '@countersign/service/sql'
import { hasRow, readRows } from '../rows.ts'
import { type KeyAlgorithm, openPrivateKey, type StoredKey } from './key.ts'

/** All keys ever, newest generation of each algorithm first. */
export async function listKeys(sql: Sql): Promise<readonly StoredKey[]> {
  return readRows(sql<StoredKey>`
    select kid, algorithm, generation, public_jwk as "publicJwk", sealed_private_key as "sealedPrivateKey",
           created_at as "createdAt", active_from as "activeFrom", retires_at as "retiresAt",
           removed_at as "removedAt", extract(epoch from now() - active_from)::float8 as "activeSeconds",
           case when removed_at <= now() then 'removed'
                when retires_at <= now() then 'retired'
                when active_from <= now() then 'active'
                else 'published' end as state
      from provider.signing_keys
     order by algorithm, generation desc`)
}

export type NewKey = {
  readonly kid: string
  readonly algorithm: KeyAlgorithm
  readonly publicJwk: PublicJwk | undefined
  readonly sealedPrivateKey: Buffer
}

export type Succession = {
  /** Does nothing while the newest key has signed for less; undefined ignores its age. */
  readonly minimumAgeSeconds: number | undefined
  /** Publication before it signs; an algorithm's first key signs at once. */
  readonly publishAheadSeconds: number
  /** Publication of former keys after their last signature. */
  readonly keepPublishedSeconds: number
}

/**
 * Schedules the end of the keys before; undefined if the newest is too young. Serialized by a lock: concurrent inserts
 * would deadlock on a cluster, where each machine has a copy.
 */
export async function insertKey(sql: SqlPool, key: NewKey, succession: Succession): Promise<Date | undefined> {
  return sql.transaction(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtext('countersign/signing-keys'))`
    return insertNext(transaction, key, succession)
  })
}

async function insertNext(sql: Transaction, key: NewKey, succession: Succession): Promise<Date | undefined> {
  const publicJwk = key.publicJwk ? JSON.stringify(key.publicJwk) : null
  const [row] = await sql<{ active_from: Date }>`
    with newest as (
      select generation, active_from from provider.signing_keys
       where algorithm = ${key.algorithm} order by generation desc limit 1
    ), created as (
      insert into provider.signing_keys (kid, algorithm, generation, public_jwk, sealed_private_key, active_from)
      select ${key.kid}, ${key.algorithm}, coalesce((select generation from newest), 0) + 1, ${publicJwk}::jsonb,
             ${key.sealedPrivateKey}::bytea,
             case when exists (select 1 from newest)
                  then now() + make_interval(secs => ${succession.publishAheadSeconds})
                  else now() end
       where not exists (select 1 from newest
                          where active_from > now() - make_interval(secs => ${succession.minimumAgeSeconds ?? null}))
      returning generation, active_from,
                active_from + make_interval(secs => ${succession.keepPublishedSeconds}) as removed_at
    ), ended as (
      update provider.signing_keys k
         set retires_at = least(k.retires_at, c.active_from),
             removed_at = least(k.removed_at, c.removed_at)
        from created c
       where k.algorithm = ${key.algorithm} and k.generation < c.generation
    )
    select active_from from created`
  return row?.active_from
}

/** Replaces a sealed private key, unless another process did. */
export async function resealKey(sql: Sql, kid: string, change: { from: Buffer; to: Buffer }): Promise<void> {
  await sql`
    update provider.signing_keys set sealed_private_key = ${change.to}
     where kid = ${kid} and sealed_private_key = ${change.from}`
}

export async function removeRetiredKey(sql: Sql, kid: string): Promise<boolean> {
  return hasRow(sql`
    update provider.signing_keys set removed_at = now()
     where kid = ${kid} and retires_at <= now() and removed_at > now()
    returning 1`)
}

/** Erases private keys that no longer sign. */
export async function eraseRetiredKeys(sql: Sql): Promise<void> {
  await sql`
    update provider.signing_keys set sealed_private_key = null
     where retires_at <= now() and sealed_private_key is not null`
}

/** Counts keys in use that these secrets do not open: with one, signing fails. */
export async function countLockedKeys(sql: Sql, keyEncryptionSecrets: readonly string[]): Promise<number> {
  const inUse = (await listKeys(sql)).filter(({ state }) => state === 'active')
  return inUse.filter((key) => openPrivateKey(key, keyEncryptionSecrets) === undefined).length
}
