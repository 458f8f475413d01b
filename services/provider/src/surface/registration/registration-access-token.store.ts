import type { Sql, Transaction } from '@countersign/service/sql'
import { tellOfClientChange } from '../../ground/changes.store.ts'

/** Lets the holder of a token read and change a registration (RFC 7592 §3). */
export async function setRegistrationAccessToken(sql: Transaction, clientId: string, tokenHash: Buffer): Promise<void> {
  await sql`update provider.clients set registration_access_token_hash = ${tokenHash} where client_id = ${clientId}`
  await tellOfClientChange(sql, clientId)
}

/** Whether the token is the one of this very client. */
export async function isRegistrationAccessToken(sql: Sql, clientId: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`
    select 1 from provider.clients where client_id = ${clientId} and registration_access_token_hash = ${tokenHash}`
  return rows.length > 0
}
