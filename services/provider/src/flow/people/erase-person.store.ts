import type { Sql, SqlPool } from '@countersign/service/sql'
import { forgetClientOwner } from '../../clients/client.store.ts'
import { takeNameFromDeliveries } from '../../ground/audit/event-delivery.store.ts'
import { type EndedSignIn, insertLogouts } from '../logout/pending-logout.store.ts'

const EVENTS_AT_ONCE = 2_000

type DeletedGrant = EndedSignIn & { readonly wasAlive: boolean }

/**
 * Removes a user in this order, one statement each: each waits for a concurrent flow step, and the next sees its rows.
 * Requests and grants are never locked together (ADR 55); core retries until done.
 */
export async function erasePerson(
  sql: SqlPool,
  userId: string,
  { hintedSubjects, sealedUserId }: { readonly hintedSubjects: readonly string[]; readonly sealedUserId: Buffer },
): Promise<void> {
  await sql`delete from provider.authorization_requests where user_id = ${userId}`
  await sql`delete from provider.authorization_requests where hinted_subject = any(${hintedSubjects}::text[])`
  await sql.transaction(async (transaction) => {
    const grants = await transaction<DeletedGrant>`
      delete from provider.grants where user_id = ${userId}
      returning client_id as "clientId", session_id as "sessionId", revoked_at is null as "wasAlive"`
    const ended = grants.filter(({ wasAlive }) => wasAlive)
    await insertLogouts(transaction, { sealedUserId, ended, of: 'person' })
  })
  await sql.transaction((transaction) => forgetClientOwner(transaction, userId))
  await sql`delete from provider.suspensions where user_id = ${userId}`
  while (await takeNameFromEvents(sql, userId));
  await takeNameFromDeliveries(sql, userId)
  while (await takeActorFromEvents(sql, userId));
}

export async function listHintingClients(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ client_id: string }>`
    select distinct client_id from provider.authorization_requests where hinted_subject is not null`
  return rows.map((row) => row.client_id)
}

/** Event, time and app stay. In batches, since a year can be many rows; answers whether more may be left. */
async function takeNameFromEvents(sql: Sql, userId: string): Promise<boolean> {
  const changed = await sql`
    update provider.audit_events set user_id = null, grant_id = null, auth_request_id = null, network = null
     where event_id = any(array(
       select event_id from provider.audit_events where user_id = ${userId} limit ${EVENTS_AT_ONCE}))
    returning 1`
  return changed.length === EVENTS_AT_ONCE
}

/** Acts on other accounts stay, without who did them. */
async function takeActorFromEvents(sql: Sql, userId: string): Promise<boolean> {
  const changed = await sql`
    update provider.audit_events set actor_id = null, network = null
     where event_id = any(array(
       select event_id from provider.audit_events where actor_id = ${userId} limit ${EVENTS_AT_ONCE}))
    returning 1`
  return changed.length === EVENTS_AT_ONCE
}
