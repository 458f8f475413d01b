import type { Sql, Transaction } from '@countersign/service/sql'
import { METHOD_OF_UNLOCK_TYPE, type MethodType, type UnlockRecord, type UnlockType } from '@countersign/vault'
import { invalidSession } from '../../ground/http/invalid-session.ts'

/** An unlock method: its unlock record and the server's data about it. */
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
  readonly credential: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly is_backed_up: boolean | null
}

/** All unlock methods of a person, oldest first. */
export async function listMethods(sql: Sql, userId: string): Promise<Method[]> {
  const rows = await sql<MethodRow>`
    select u.record, u.credential, u.created_at, u.last_used_at, k.is_backed_up
      from core.unlock_records u
      left join core.passkeys k on k.user_id = u.user_id and k.unlock_id = u.unlock_id
     where u.user_id = ${userId}
     order by u.created_at, u.unlock_id`
  return rows.map(({ record, credential, ...row }) => {
    const type = METHOD_OF_UNLOCK_TYPE[record.type]
    return {
      record,
      type,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at ?? undefined,
      credentialIdentifier: type === 'password' ? credential : undefined,
      passkey: type === 'passkey' ? { credentialId: credential, isBackedUp: row.is_backed_up === true } : undefined,
    }
  })
}

/**
 * Deletes unlock methods and their credentials, except a credential that another record uses by now. Credentials may lie
 * on another machine than the user's rows, so no foreign key can cascade.
 */
export async function deleteMethods(sql: Transaction, userId: string, unlockIds: readonly string[]): Promise<void> {
  const ended = await sql<{ type: UnlockType; credential: string }>`
    with ended as (
      delete from core.unlock_records where user_id = ${userId} and unlock_id = any(${unlockIds}::uuid[])
      returning record ->> 'type' as type, credential)
    select type, credential from ended
     where not exists (select from core.unlock_records u
                        where u.user_id = ${userId} and u.credential = ended.credential
                          and u.unlock_id <> all(${unlockIds}::uuid[]))`
  for (const { type, credential } of ended)
    await deleteCredential(sql, userId, { type: METHOD_OF_UNLOCK_TYPE[type], credential })
}

async function deleteCredential(
  sql: Transaction,
  userId: string,
  { type, credential }: { readonly type: MethodType; readonly credential: string },
): Promise<void> {
  switch (type) {
    case 'password':
      await sql`delete from core.passwords where credential_identifier = ${credential} and user_id = ${userId}`
      return
    case 'passkey':
      await sql`delete from core.passkey_owners where credential_id = ${credential} and user_id = ${userId}`
      return
    case 'recovery':
      await sql`delete from core.recovery_keys where rec_id = ${credential} and user_id = ${userId}`
  }
}

/** The unlock record that a session was signed in by; it may have been deleted since. */
export async function readMethodId(
  sql: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<string> {
  const [row] = await sql<{ method_id: string }>`
    select method_id from core.sessions where user_id = ${userId} and session_id = ${sessionId}`
  if (!row) throw invalidSession()
  return row.method_id
}
