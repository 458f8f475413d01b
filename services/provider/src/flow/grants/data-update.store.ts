import { type Sql, sqlText } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
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

type NewUpdate = {
  readonly grantId: string
  readonly userId: string
  readonly version: number
  readonly sealedUpdate: Buffer
}

/** Under the grant's lock: of several devices the newest version stays. Undefined if the grant has ended meanwhile. */
export async function keepUpdate(sql: Sql, { grantId, userId, version, sealedUpdate }: NewUpdate) {
  return findRow(sql<{ readonly version: number; readonly isNew: boolean }>`
    with held as (
      select g.grant_id, coalesce(g.update_version, 0) as known from provider.grants g
       where g.grant_id = ${grantId} and g.user_id = ${userId} and ${IS_UPDATABLE} and not ${IS_SUSPENDED.g}
         for update
    ), kept as (
      update provider.grants g
         set update_version = ${version}::bigint, sealed_update = ${sealedUpdate}::bytea, update_rotation = null
        from held h
       where g.grant_id = ${grantId} and h.known < ${version}::bigint
    )
    select greatest(known, ${version}::bigint)::float8 as version, known < ${version}::bigint as "isNew" from held`)
}
