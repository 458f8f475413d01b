import type { Sql, SqlPool } from '@countersign/service/sql'
import { ENDS_NOW } from './grants.store.ts'
import { GRANTS_WITH_SCOPES, keysInSteps, REQUESTS_WITH_SCOPES } from './rows-in-steps.store.ts'

/**
 * Takes scopes from pending requests, unused codes, grants and clients' own tokens; what is left without a scope ends.
 * Requests come before grants, so that a code exchanged meanwhile is found as one or the other.
 */
export async function takeScopesFromAll(sql: SqlPool, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  for await (const ids of keysInSteps(sql, REQUESTS_WITH_SCOPES, names)) {
    await sql.transaction((transaction) => takeScopesFromRequests(transaction, names, ids))
  }
  for await (const ids of keysInSteps(sql, GRANTS_WITH_SCOPES, names)) {
    await sql.transaction((transaction) => takeScopesFromGrants(transaction, names, ids))
  }
  await sql`delete from provider.client_access_tokens where scopes && ${names}::text[]`
}

/** A request without a scope left expires: the person starts again from the app. */
async function takeScopesFromRequests(sql: Sql, names: readonly string[], ids: readonly string[]) {
  for (const name of names) {
    await sql`
      update provider.authorization_requests
         set requested_scopes = array_remove(requested_scopes, ${name}),
             approved_scopes = array_remove(approved_scopes, ${name})
       where auth_request_id = any(${ids}::uuid[])`
  }
  await sql`
    update provider.authorization_requests set expires_at = now()
     where auth_request_id = any(${ids}::uuid[]) and requested_scopes = '{}' and status in ('pushed', 'pending')`
  await sql`
    update provider.authorization_requests set code_expires_at = now()
     where auth_request_id = any(${ids}::uuid[]) and approved_scopes = '{}' and code_used_at is null`
}

async function takeScopesFromGrants(sql: Sql, names: readonly string[], ids: readonly string[]) {
  for (const name of names) {
    await sql`
      update provider.grants set scopes = array_remove(scopes, ${name}) where grant_id = any(${ids}::uuid[])`
    await sql`
      update provider.access_tokens set scopes = array_remove(scopes, ${name})
       where grant_id = any(${ids}::uuid[]) and scopes is not null`
  }
  await sql`
    update provider.grants set ${ENDS_NOW}
     where grant_id = any(${ids}::uuid[]) and scopes = '{}' and revoked_at is null`
}
