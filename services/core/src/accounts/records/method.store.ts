import type { NewRecoveryKey, UnlockMethodSummary } from '@countersign/contracts'
import type { Sql, Transaction } from '@countersign/service/sql'
import { METHOD_OF_UNLOCK_TYPE, type MethodType, type UnlockRecord, type UnlockType } from '@countersign/vault'
import type { EventSubject } from '../../ground/events.ts'
import { invalidSession } from '../../ground/http/session-guard.ts'
import { invalidVault } from '../../vaults/check-vault.ts'

export type Method = {
  readonly record: UnlockRecord
  readonly type: MethodType
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly credentialIdentifier: string | undefined
  readonly passkey: { readonly credentialId: string; readonly isBackedUp: boolean } | undefined
}

type MethodRow = Pick<Method, 'record' | 'createdAt'> & {
  readonly credential: string
  readonly lastUsedAt: Date | null
  readonly isBackedUp: boolean | null
}

/** All unlock methods of a user, oldest first. */
export async function listMethods(sql: Sql, userId: string): Promise<Method[]> {
  const rows = await sql<MethodRow>`
    select u.record, u.credential, u.created_at as "createdAt", u.last_used_at as "lastUsedAt",
           k.is_backed_up as "isBackedUp"
      from core.unlock_records u
      left join core.passkeys k on k.user_id = u.user_id and k.unlock_id = u.unlock_id
     where u.user_id = ${userId}
     order by u.created_at, u.unlock_id`
  return rows.map(({ record, credential, createdAt, lastUsedAt, isBackedUp }) => {
    const type = METHOD_OF_UNLOCK_TYPE[record.type]
    return {
      record,
      type,
      createdAt,
      lastUsedAt: lastUsedAt ?? undefined,
      credentialIdentifier: type === 'password' ? credential : undefined,
      passkey: type === 'passkey' ? { credentialId: credential, isBackedUp: isBackedUp === true } : undefined,
    }
  })
}

export function describeMethods(methods: readonly Method[]): UnlockMethodSummary[] {
  return methods.map(({ record, type, createdAt, lastUsedAt, passkey }) => ({
    unlock_id: record.id,
    type,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    ...(passkey && { credential_id: passkey.credentialId, is_backed_up: passkey.isBackedUp }),
  }))
}

type EndedMethod = { readonly type: UnlockType; readonly credential: string }

/**
 * Deletes unlock methods and their credentials, except a credential that another record uses by now. Credentials may lie
 * on another machine than the user's rows, so no foreign key can cascade.
 */
export async function deleteMethods(sql: Transaction, userId: string, unlockIds: readonly string[]): Promise<void> {
  const ended = await sql<EndedMethod>`
    with ended as (
      delete from core.unlock_records where user_id = ${userId} and unlock_id = any(${unlockIds}::uuid[])
      returning record ->> 'type' as type, credential)
    select type, credential from ended
     where not exists (select from core.unlock_records u
                        where u.user_id = ${userId} and u.credential = ended.credential
                          and u.unlock_id <> all(${unlockIds}::uuid[]))`
  for (const each of ended) await deleteCredential(sql, userId, each)
}

async function deleteCredential(sql: Transaction, userId: string, { type, credential }: EndedMethod): Promise<void> {
  switch (type) {
    case 'opaque':
      await sql`delete from core.passwords where credential_identifier = ${credential} and user_id = ${userId}`
      return
    case 'prf':
      await sql`delete from core.passkey_owners where credential_id = ${credential} and user_id = ${userId}`
      return
    case 'recovery':
      await sql`delete from core.recovery_keys where rec_id = ${credential} and user_id = ${userId}`
  }
}

/** The unlock record that a session was signed in by; it may have been deleted since. */
export async function readMethodId(sql: Transaction, { userId, sessionId }: EventSubject): Promise<string> {
  const [row] = await sql<{ method_id: string }>`
    select method_id from core.sessions where user_id = ${userId} and session_id = ${sessionId}`
  if (!row) throw invalidSession()
  return row.method_id
}

type NewUnlockRecord = {
  readonly record: UnlockRecord
  /** Finds the method before its user is known. */
  readonly credential: string
}

export async function insertUnlockRecord(
  sql: Transaction,
  userId: string,
  { record, credential }: NewUnlockRecord,
): Promise<void> {
  await sql`
    insert into core.unlock_records (user_id, unlock_id, record, credential)
    values (${userId}, ${record.id}, ${JSON.stringify(record)}::jsonb, ${credential})`
}

/** Lets the device open the vault with the method of this sign-in. */
export type Unlock = { readonly vaultId: string; readonly unlock: UnlockRecord }

/** Reads the record of a method that was just used, and records the use. */
export async function readUnlock(
  sql: Sql,
  { userId, unlockId }: { readonly userId: string; readonly unlockId: string },
): Promise<Unlock> {
  const [row] = await sql<Unlock>`
    update core.unlock_records u set last_used_at = now()
      from core.vaults v
     where u.user_id = ${userId} and u.unlock_id = ${unlockId} and v.user_id = ${userId}
    returning v.vault_id as "vaultId", u.record as unlock`
  // The method or the account has just ended, and the session with it.
  if (!row) throw invalidSession()
  return row
}

type RecoveryVerifier = { readonly userId: string; readonly unlockId: string; readonly authHash: Buffer }

/**
 * Stores the verifier of a recovery key. Its identifier comes from 160 random bits, so only a copied one is taken.
 * @throws `invalid_vault` if another account has it
 */
export async function storeRecoveryKey(
  sql: Transaction,
  userId: string,
  { key, unlockId }: { readonly key: NewRecoveryKey; readonly unlockId: string },
): Promise<void> {
  const rows = await sql`
    insert into core.recovery_keys as stored (rec_id, user_id, unlock_id, auth_sha256)
    values (${key.rec_id}, ${userId}, ${unlockId}, ${Buffer.from(key.auth_sha256, 'base64url')})
    on conflict (rec_id) do update set unlock_id = excluded.unlock_id, auth_sha256 = excluded.auth_sha256
     where stored.user_id = excluded.user_id
    returning user_id`
  if (rows.length === 0) throw invalidVault('This recovery key belongs to another account. Make a new one.')
}

export async function findRecoveryKey(sql: Sql, recId: string): Promise<RecoveryVerifier | undefined> {
  const [verifier] = await sql<RecoveryVerifier>`
    select user_id as "userId", unlock_id as "unlockId", auth_sha256 as "authHash"
      from core.recovery_keys where rec_id = ${recId}`
  return verifier
}
