import type { Sql, SqlPool } from '@countersign/service/sql'
import { forgetClientOwner } from '../../clients/client-owner.store.ts'
import { type EndedSignIn, insertLogouts } from '../logout/pending-logout.store.ts'

const EVENTS_AT_ONCE = 2_000

type DeletedGrant = {
  readonly grant_id: string
  readonly client_id: string
  readonly session_id: string | null
  readonly was_alive: boolean
}

function toSignIn({ client_id: clientId, session_id }: DeletedGrant): EndedSignIn {
  return { clientId, sessionId: session_id ?? undefined }
}

/**
 * Removes a person: their requests with the codes, those that ask for them by one of these subjects, their grants and all
 * tokens of these, of which apps are told, their name from the apps that they registered, which go on, and from the audit trail. In this order, each in a statement of its own, because each
 * waits for the step of a flow that is under way and the next sees what that has made: an approval finds no request, an
 * exchange no code, a refresh no grant. Requests and grants are not locked at once (ADR 76): core asks again until it is done.
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
      returning grant_id, client_id, session_id, revoked_at is null as was_alive`
    const ended = grants.filter(({ was_alive: wasAlive }) => wasAlive).map(toSignIn)
    await insertLogouts(transaction, { sealedUserId, ended, of: 'person' })
    const ids = grants.map((grant) => grant.grant_id)
    await transaction`delete from provider.access_tokens where grant_id = any(${ids}::uuid[])`
    await transaction`delete from provider.refresh_tokens where grant_id = any(${ids}::uuid[])`
  })
  await forgetClientOwner(sql, userId)
  while (await takeNameFromEvents(sql, userId));
}

/** The apps that have asked for somebody in particular, in a request that is still there. */
export async function listHintingClients(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ client_id: string }>`
    select distinct client_id from provider.authorization_requests where hinted_subject is not null`
  return rows.map((row) => row.client_id)
}

/**
 * That it happened, when and to which app stays; what tells these rows from others' goes with the name. A year of a person
 * can be a great many rows, so in steps that last. Answers whether there may be more.
 */
async function takeNameFromEvents(sql: Sql, userId: string): Promise<boolean> {
  const changed = await sql`
    update provider.audit_events set user_id = null, grant_id = null, auth_request_id = null, network = null
     where event_id = any(array(
       select event_id from provider.audit_events where user_id = ${userId} limit ${EVENTS_AT_ONCE}))
    returning 1`
  return changed.length === EVENTS_AT_ONCE
}
