import type { Sql, SqlPool } from '@countersign/service/sql'
import { tellOfClientChange } from '../../ground/changes.store.ts'
import { ENDS_NOW } from './grants.store.ts'
import { GRANTS_OF_CLIENT, keysInSteps, REQUESTS_OF_CLIENT } from './rows-in-steps.store.ts'

/**
 * Ends everything that was issued to a client, and removes it; answers whether it existed. `onRemoved` runs when its row goes.
 * Grants end before, and what was issued meanwhile after: a call that failed in between can be repeated, even without the row.
 */
export async function deleteClient(sql: SqlPool, clientId: string, onRemoved: () => void): Promise<boolean> {
  await endAllOfClient(sql, clientId)
  const removed = await sql`delete from provider.clients where client_id = ${clientId} returning client_id`
  if (removed.length === 0) return false
  onRemoved()
  await tellOfClientChange(sql, clientId)
  await endAllOfClient(sql, clientId)
  return true
}

async function endAllOfClient(sql: Sql, clientId: string): Promise<void> {
  for await (const ids of keysInSteps(sql, REQUESTS_OF_CLIENT, [clientId])) {
    await sql`delete from provider.authorization_requests where auth_request_id = any(${ids}::uuid[])`
  }
  for await (const ids of keysInSteps(sql, GRANTS_OF_CLIENT, [clientId])) {
    await sql`update provider.grants set ${ENDS_NOW} where grant_id = any(${ids}::uuid[]) and revoked_at is null`
  }
}
