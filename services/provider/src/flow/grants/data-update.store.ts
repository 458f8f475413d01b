import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import { NOTICE_LIFETIME_SECONDS } from '../notices/pending-notice.store.ts'
import { IS_SUSPENDED } from '../people/suspension.store.ts'

export type UpdatableGrantRow = {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly endsAt: Date | undefined
}

const IS_UPDATABLE = sqlText`
  g.keeps_up_to_date and g.revoked_at is null and least(g.refresh_token_expires_at, g.ends_at) > now()`

export async function findUpdatable(sql: Sql, grantId: string, userId: string) {
  return findRow(sql<UpdatableGrantRow>`
    select g.client_id as "clientId", g.scopes, g.ends_at as "endsAt"
      from provider.grants g
     where g.grant_id = ${grantId} and g.user_id = ${userId} and ${IS_UPDATABLE} and not ${IS_SUSPENDED.g}`)
}

/** The person of a grant whose update waits for the app to refresh its tokens. */
export async function findPersonOfWaiting(sql: Sql, grantId: string): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }>`
    select g.user_id from provider.grants g
     where g.grant_id = ${grantId} and g.sealed_update is not null and g.update_rotation is null
       and ${IS_UPDATABLE} and not ${IS_SUSPENDED.g}`
  return row?.user_id
}

type NewUpdate = {
  readonly grantId: string
  readonly userId: string
  /** Those that its claims were checked against. */
  readonly scopes: readonly string[]
  readonly version: number
  readonly sealedUpdate: Buffer
}

/**
 * Of several devices the newest version stays. Undefined if the grant has ended or lost a scope meanwhile. Locks first: the second
 * statement sees what a suspension changed before it, and a later one forgets the update.
 */
export async function keepUpdate(sql: Transaction, { grantId, userId, scopes, version, sealedUpdate }: NewUpdate) {
  await sql`select from provider.grants where grant_id = ${grantId} for update`
  return findRow(sql<{ readonly version: number; readonly isNew: boolean }>`
    with held as (
      select g.grant_id, coalesce(g.update_version, 0) as known from provider.grants g
       where g.grant_id = ${grantId} and g.user_id = ${userId} and g.scopes = ${scopes}::text[]
         and ${IS_UPDATABLE} and not ${IS_SUSPENDED.g}
    ), kept as (
      update provider.grants g
         set update_version = ${version}::bigint, sealed_update = ${sealedUpdate}::bytea, update_rotation = null
        from held h
       where g.grant_id = ${grantId} and h.known < ${version}::bigint
    )
    select greatest(known, ${version}::bigint)::float8 as version, known < ${version}::bigint as "isNew" from held`)
}

/** One row a grant: a newer change is due at once. Names no person: the grant does, for as long as the update waits. */
export async function insertDataChanged(
  sql: Transaction,
  { grantId, clientId }: Record<'grantId' | 'clientId', string>,
) {
  await sql`
    insert into provider.pending_logouts (client_id, logout_id, changed_grant_id, sealed_user_id, expires_at)
    values (${clientId}, ${grantId}, ${grantId}, '', now() + make_interval(secs => ${NOTICE_LIFETIME_SECONDS}::int))
        on conflict (client_id, logout_id) do update
       set created_at = excluded.created_at, next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at`
}

/** It could not be handed out: its person is shown that the app does not have it. */
export async function dropUpdate(sql: Sql, grantId: string, sealedUpdate: Buffer): Promise<void> {
  await sql`
    update provider.grants set sealed_update = null, update_rotation = null, update_version = null
     where grant_id = ${grantId} and sealed_update = ${sealedUpdate}::bytea`
}

/** An update that no app has fetched is no longer shown as sent. */
export const FORGETS_UPDATE = sqlText`
  sealed_update = null, update_rotation = null,
  update_version = case when sealed_update is null or update_rotation is not null then update_version end`

/** Of a suspended account; waits for updates that are being kept. */
export async function forgetUpdates(sql: Sql, userId: string): Promise<void> {
  await sql`update provider.grants set ${FORGETS_UPDATE} where user_id = ${userId} and keeps_up_to_date and revoked_at is null`
}
