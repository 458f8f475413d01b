import type { ClientTexts } from '@countersign/contracts'
import type { ClaimsKey } from '@countersign/data-token'
import { type Sql, type SqlPool, sqlText } from '@countersign/service/sql'
import { readRow, readRows } from '../../ground/rows.ts'
import { insertLogouts } from '../logout/pending-logout.store.ts'

/** Ends a grant. The row stays a day, to answer for its tokens; userinfo claims and a data update go at once. */
export const ENDS_NOW = sqlText`
  revoked_at = now(), leaves_at = now() + interval '1 day', sealed_userinfo_claims = null, masked_userinfo_key = null,
  sealed_update = null`

export type LivingGrant = {
  readonly grantId: string
  readonly clientId: string
  /** Undefined for unregistered clients. */
  readonly clientName: string | undefined
  readonly clientDescription: string
  readonly clientTexts: ClientTexts | undefined
  /** For sealed claims. */
  readonly clientKey: ClaimsKey | undefined
  readonly scopes: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly accessExpiresAt: Date | undefined
  readonly expiresAt: Date
  readonly endsAt: Date | undefined
  readonly keepsUpToDate: boolean
  /** Of the newest data update. */
  readonly updateVersion: number | undefined
  readonly isUpdateFetched: boolean
}

// A bound far beyond real use.
const MAXIMUM_GRANTS = 1_000

/** A user's living grants, last used first. */
export async function listGrants(sql: Sql, userId: string): Promise<LivingGrant[]> {
  return readRows(sql<LivingGrant>`
    select g.grant_id as "grantId", g.client_id as "clientId", c.name as "clientName",
           coalesce(c.description, '') as "clientDescription", c.texts as "clientTexts",
           c.claims_encryption_jwk as "clientKey", g.scopes, g.created_at as "createdAt",
           g.issued_at as "lastUsedAt",
           case when least(g.access_token_expires_at, g.ends_at) > now()
                then least(g.access_token_expires_at, g.ends_at) end as "accessExpiresAt",
           least(g.refresh_token_expires_at, g.ends_at) as "expiresAt", g.ends_at as "endsAt",
           g.keeps_up_to_date and coalesce(c.keeps_up_to_date, true) as "keepsUpToDate", g.update_version::float8 as "updateVersion",
           g.update_rotation is not null or g.sealed_update is null as "isUpdateFetched"
      from provider.grants g
      left join provider.clients c using (client_id)
     where g.user_id = ${userId} and (c.client_id is not null or g.client_id like 'http%://%')
       and g.revoked_at is null and least(g.refresh_token_expires_at, g.ends_at) > now()
     order by g.issued_at desc, g.grant_id
     limit ${MAXIMUM_GRANTS}`)
}

export type RevokedGrant = {
  readonly grantId: string
  readonly clientId: string
  readonly sessionId: string | undefined
}

const REVOKED = sqlText`grant_id as "grantId", client_id as "clientId", session_id as "sessionId"`

/** Ends one grant; undefined if the user has no such grant, empty if it had already ended. */
export async function revokeGrantOfUser(sql: Sql, userId: string, grantId: string) {
  const [row] = await sql<RevokedGrant & { readonly wasAlive: boolean }>`
    with held as (
      select grant_id, client_id, session_id, revoked_at is null as was_alive
        from provider.grants where grant_id = ${grantId} and user_id = ${userId} for update
    ), revoked as (
      update provider.grants g set ${ENDS_NOW} from held h where g.grant_id = ${grantId} and h.was_alive
    )
    select ${REVOKED}, was_alive as "wasAlive" from held`
  return row && (row.wasAlive ? [readRow(row)] : [])
}

/** Ends a grant, if it has not ended yet. */
export async function endGrant(sql: Sql, grantId: string): Promise<void> {
  await sql`update provider.grants set ${ENDS_NOW} where grant_id = ${grantId} and revoked_at is null`
}

/** Ends a client's grant; answers its id if it was alive. */
export async function endGrantOfClient(sql: Sql, grantId: string, clientId: string): Promise<string | undefined> {
  const [row] = await sql<{ grant_id: string }>`
    update provider.grants set ${ENDS_NOW}
     where grant_id = ${grantId} and client_id = ${clientId} and revoked_at is null
    returning grant_id`
  return row?.grant_id
}

/** Core's timeout and a margin: an approval that core sent earlier arrives by then. */
const UNDER_WAY_SECONDS = 20

type Extent = {
  readonly clientId?: string
  readonly askedSecondsAgo?: number | undefined
  /** The user, for logout tokens. */
  readonly sealedUserId: Buffer
}

/**
 * Ends a user's unused codes and grants, all or of one client, round by round until no grant is left. Codes come first:
 * that statement waits for exchanges under way, and the next one sees their grants. A quick approval locks its allowing
 * grant until its code is stored, so the round after that grant ends finds the code. No transaction locks both requests
 * and grants (ADR 55). Later approvals stay; `askedSecondsAgo` is an age because core has another clock.
 */
export async function* revokeGrantsOfUser(
  sql: SqlPool,
  userId: string,
  { clientId, askedSecondsAgo, sealedUserId }: Extent,
): AsyncGenerator<readonly RevokedGrant[]> {
  const before = await readBoundary(sql, askedSecondsAgo === undefined ? null : askedSecondsAgo - UNDER_WAY_SECONDS)
  if (clientId === undefined) await denyPendingRequests(sql, userId, before)
  for (;;) {
    await endCodes(sql, userId, { clientId, before })
    const revoked = await sql.transaction(async (transaction) => {
      const ended = await endGrants(transaction, userId, { clientId, before })
      await insertLogouts(transaction, { sealedUserId, ended, of: 'person' })
      return ended
    })
    if (revoked.length === 0) return
    yield revoked
  }
}

/** Ends what the user has opened and not answered. */
export async function denyPendingRequests(sql: Sql, userId: string, before = 'infinity'): Promise<void> {
  await sql`
    update provider.authorization_requests set status = 'denied', decided_at = now()
     where user_id = ${userId} and status = 'pending' and expires_at > now() and created_at < ${before}::timestamptz`
}

/** Only older approvals end; all of them without an age. */
async function readBoundary(sql: Sql, age: number | null): Promise<string> {
  const [row] = await sql<{ before: string }>`
    select coalesce(now() - make_interval(secs => ${age}::double precision), 'infinity')::text as before`
  return row?.before ?? 'infinity'
}

type AgedExtent = { readonly clientId: string | undefined; readonly before: string }

async function endCodes(sql: Sql, userId: string, { clientId, before }: AgedExtent): Promise<void> {
  await sql`
    update provider.authorization_requests
       set code_used_at = now(), sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
     where user_id = ${userId} and code_hash is not null and code_used_at is null
       and decided_at < ${before}::timestamptz
       and (${clientId ?? null}::text is null or client_id = ${clientId ?? null})`
}

async function endGrants(sql: Sql, userId: string, { clientId, before }: AgedExtent): Promise<RevokedGrant[]> {
  return readRows(sql<RevokedGrant>`
    update provider.grants g set ${ENDS_NOW}
     where user_id = ${userId} and revoked_at is null
       and (created_at < ${before}::timestamptz
            or exists (select from provider.authorization_requests r
                        where r.auth_request_id = g.grant_id and r.decided_at < ${before}::timestamptz))
       and (${clientId ?? null}::text is null or client_id = ${clientId ?? null})
    returning ${REVOKED}`)
}
