import type { Sql, Transaction } from '@countersign/service'
import { METHOD_OF_UNLOCK_TYPE, type MethodType, type UnlockRecord } from '@countersign/vault'
import { invalidSession } from '../http/invalid-session.ts'

/** An unlock method: its unlock record, and what the server knows about it besides. */
export type Method = {
  readonly record: UnlockRecord
  readonly type: MethodType
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly credentialIdentifier: string | undefined
  readonly passkey: { readonly credentialId: string; readonly isBackedUp: boolean } | undefined
}

type MethodRow = {
  readonly record: UnlockRecord
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly credential_identifier: string | null
  readonly credential_id: string | null
  readonly is_backed_up: boolean | null
}

/** All unlock methods of a person, oldest first. */
export async function listMethods(sql: Sql, userId: string): Promise<Method[]> {
  const rows = await sql<MethodRow>`
    select u.record, u.created_at, u.last_used_at, p.credential_identifier, k.credential_id, k.is_backed_up
      from core.unlock_records u
      left join core.passwords p on p.user_id = u.user_id and p.unlock_id = u.unlock_id
      left join core.passkeys k on k.user_id = u.user_id and k.unlock_id = u.unlock_id
     where u.user_id = ${userId}
     order by u.created_at, u.unlock_id`
  return rows.map((row) => ({
    record: row.record,
    type: METHOD_OF_UNLOCK_TYPE[row.record.type],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    credentialIdentifier: row.credential_identifier ?? undefined,
    passkey:
      row.credential_id === null
        ? undefined
        : { credentialId: row.credential_id, isBackedUp: row.is_backed_up === true },
  }))
}

/** Deletes unlock methods; their credentials go with them, by foreign key. */
export async function deleteMethods(sql: Transaction, userId: string, unlockIds: readonly string[]): Promise<void> {
  await sql`delete from core.unlock_records where user_id = ${userId} and unlock_id = any(${unlockIds}::uuid[])`
}

/** The unlock record that a session was signed in by; it may have been deleted since. */
export async function readMethodId(sql: Transaction, sessionId: string): Promise<string> {
  const [row] = await sql<{ method_id: string }>`select method_id from core.sessions where session_id = ${sessionId}`
  if (!row) throw invalidSession()
  return row.method_id
}
