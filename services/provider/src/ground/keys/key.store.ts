import type { PublicJwk } from '@countersign/contracts'
import type { Sql, SqlPool, Transaction } from '@countersign/service/sql'
import type { KeyAlgorithm, KeyState, StoredKey } from './key.ts'
import { openPrivateKey } from './private-key.ts'

type KeyRow = {
  kid: string
  algorithm: KeyAlgorithm
  generation: number
  state: KeyState
  public_jwk: PublicJwk | null
  sealed_private_key: Buffer | null
  active_seconds: number
  created_at: Date
  active_from: Date
  retires_at: Date | null
  removed_at: Date | null
}

/** Every key that there was, the newest generation of an algorithm first. */
export async function listKeys(sql: Sql): Promise<readonly StoredKey[]> {
  const rows = await sql<KeyRow>`
    select kid, algorithm, generation, public_jwk, sealed_private_key, created_at, active_from, retires_at, removed_at,
           extract(epoch from now() - active_from)::float8 as active_seconds,
           case when removed_at <= now() then 'removed'
                when retires_at <= now() then 'retired'
                when active_from <= now() then 'active'
                else 'published' end as state
      from provider.signing_keys
     order by algorithm, generation desc`
  return rows.map(toKey)
}

export type NewKey = {
  readonly kid: string
  readonly algorithm: KeyAlgorithm
  readonly publicJwk: PublicJwk | undefined
  readonly sealedPrivateKey: Buffer
}

export type Succession = {
  /** Nothing happens while the newest key has signed for less than this; absent: whatever its age. */
  readonly minimumAgeSeconds: number | undefined
  /** How long the new key is published before it signs. The first of its algorithm signs at once. */
  readonly publishAheadSeconds: number
  /** How long the keys before it stay published after they signed last. */
  readonly keepPublishedSeconds: number
}

/**
 * Stores a key as its algorithm's next generation and sets the end of those before it; answers when it becomes active, or
 * nothing if the newest is too young. Processes that do so at once take turns: on a database of many machines, where each
 * has a copy of the keys, they would otherwise wait for each other in a circle.
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
             case when exists (select 1 from newest) then now() + make_interval(secs => ${succession.publishAheadSeconds})
                  else now() end
       where not exists (select 1 from newest
                          where active_from > now() - make_interval(secs => ${succession.minimumAgeSeconds ?? null}))
      returning generation, active_from, active_from + make_interval(secs => ${succession.keepPublishedSeconds}) as removed_at
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

/** Replaces a sealed private half, unless another process did so first. */
export async function resealKey(sql: Sql, kid: string, change: { from: Buffer; to: Buffer }): Promise<void> {
  await sql`
    update provider.signing_keys set sealed_private_key = ${change.to}
     where kid = ${kid} and sealed_private_key = ${change.from}`
}

/** Has a key that signs no more be published no more. Answers whether it was published until now. */
export async function removeRetiredKey(sql: Sql, kid: string): Promise<boolean> {
  const removed = await sql`
    update provider.signing_keys set removed_at = now()
     where kid = ${kid} and retires_at <= now() and removed_at > now()
    returning 1`
  return removed.length > 0
}

/** Forgets the private halves that nothing may be signed with any more. */
export async function eraseRetiredKeys(sql: Sql): Promise<void> {
  await sql`
    update provider.signing_keys set sealed_private_key = null
     where retires_at <= now() and sealed_private_key is not null`
}

function toKey(row: KeyRow): StoredKey {
  return {
    kid: row.kid,
    algorithm: row.algorithm,
    generation: row.generation,
    state: row.state,
    publicJwk: row.public_jwk ?? undefined,
    sealedPrivateKey: row.sealed_private_key ?? undefined,
    activeSeconds: row.active_seconds,
    createdAt: row.created_at,
    activeFrom: row.active_from,
    retiresAt: row.retires_at ?? undefined,
    removedAt: row.removed_at ?? undefined,
  }
}

/** How many of the keys in use these secrets do not open: as long as there are any, no id_token can be signed with them. */
export async function countLockedKeys(sql: Sql, keyEncryptionSecrets: readonly string[]): Promise<number> {
  const inUse = (await listKeys(sql)).filter(({ state }) => state === 'active')
  return inUse.filter((key) => openPrivateKey(key, keyEncryptionSecrets) === undefined).length
}
