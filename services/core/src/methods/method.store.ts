import type { UnlockMethodSummary, UnlockRecord } from '@countersign/contracts'
import type { Sql, Transaction } from '@countersign/service'
import { invalidSession } from '../sessions/sessions.ts'

/** A way in: the record that it opens, and what the server knows of it beside. */
export type Method = {
  readonly record: UnlockRecord
  readonly type: UnlockMethodSummary['type']
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

const TYPE = { opaque: 'password', prf: 'passkey', recovery: 'recovery' } as const

/** All ways in of a person, oldest first. */
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
    type: TYPE[row.record.type],
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    credentialIdentifier: row.credential_identifier ?? undefined,
    passkey:
      row.credential_id === null
        ? undefined
        : { credentialId: row.credential_id, isBackedUp: row.is_backed_up === true },
  }))
}

/** Ends ways in; what proves them goes with them. */
export async function deleteMethods(sql: Transaction, userId: string, unlockIds: readonly string[]): Promise<void> {
  await sql`delete from core.unlock_records where user_id = ${userId} and unlock_id = any(${unlockIds}::uuid[])`
}

/** The unlock record that a session was signed in to by, whether it is still there or not. */
export async function readMethodId(sql: Transaction, sessionId: string): Promise<string> {
  const [row] = await sql<{ method_id: string }>`select method_id from core.sessions where session_id = ${sessionId}`
  if (!row) throw invalidSession()
  return row.method_id
}

/** Ways in as their owner sees them. */
export function describeMethods(methods: readonly Method[]): UnlockMethodSummary[] {
  return methods.map(({ record, type, createdAt, lastUsedAt, passkey }) => ({
    unlock_id: record.id,
    type,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    ...(passkey && { credential_id: passkey.credentialId, is_backed_up: passkey.isBackedUp }),
  }))
}
