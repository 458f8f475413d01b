import type { Sql } from '@countersign/service'

/**
 * Removes a person: their requests, codes, grants and the tokens that the grants know, and their name from the audit trail.
 * In this order, each in a statement of its own, because each waits for the step of a flow that is under way and the next
 * sees what that has made: an approval finds no request, an exchange no code, a refresh no grant. Tokens that a grant had
 * before its present ones are dead without it, name nobody, and leave when they expire.
 */
export async function erasePerson(sql: Sql, userId: string): Promise<void> {
  await sql.transaction(async (transaction) => {
    await transaction`delete from provider.authorization_requests where coalesce(opened_by, user_id) = ${userId}`
    await transaction`delete from provider.authorization_codes where user_id = ${userId}`
    await transaction`
      with ended as (
        delete from provider.grants where user_id = ${userId}
        returning access_token_hash, array[refresh_token_hash, previous_refresh_token_hash] as refresh_token_hashes
      ), access_tokens as (
        delete from provider.access_tokens where token_hash = any(array(select access_token_hash from ended))
      )
      delete from provider.refresh_tokens
       where token_hash = any(array(select unnest(refresh_token_hashes) from ended))`
    // That it happened, when and to which app stays; what tells these rows from others' goes with the name.
    await transaction`
      update provider.audit_events set user_id = null, grant_id = null, auth_request_id = null, network = null
       where user_id = ${userId}`
  })
}
