import type { Sql } from '@countersign/service'

export type NewPassword = {
  readonly userId: string
  readonly unlockId: string
  readonly credentialIdentifier: string
  readonly registrationRecord: string
}

/** Returns whether the name was free. The primary key decides, so two people can never both get it. */
export async function insertPassword(sql: Sql, password: NewPassword): Promise<boolean> {
  const { credentialIdentifier, userId, unlockId, registrationRecord } = password
  const rows = await sql`
    insert into core.passwords (credential_identifier, user_id, unlock_id, registration_record)
    values (${credentialIdentifier}, ${userId}, ${unlockId}, ${registrationRecord})
    on conflict (credential_identifier) do nothing
    returning user_id`
  return rows.length === 1
}

export type SignInRecord = {
  /** Absent for a name that nobody has. */
  readonly userId: string | undefined
  readonly registrationRecord: string
}

/**
 * Returns what a sign-in to a name runs against: the person's record, or the dummy one. One statement and one row in
 * both cases, so that neither the work nor its time differs. Undefined as long as there is no dummy record.
 */
export async function findSignInRecord(sql: Sql, credentialIdentifier: string): Promise<SignInRecord | undefined> {
  const [row] = await sql<{ user_id: string | null; registration_record: string }>`
    select p.user_id, coalesce(p.registration_record, d.registration_record) as registration_record
      from core.dummy_record d
      left join core.passwords p on p.credential_identifier = ${credentialIdentifier}`
  return row && { userId: row.user_id ?? undefined, registrationRecord: row.registration_record }
}

/** Stores the dummy record. Whichever process comes first wins, and all of them use that one. */
export async function insertDummyRecord(sql: Sql, registrationRecord: string): Promise<void> {
  await sql`
    insert into core.dummy_record (registration_record) values (${registrationRecord})
    on conflict (id) do nothing`
}

/** The unlock record of a person's password, if they still have one. */
export async function findPasswordUnlockId(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ unlock_id: string }>`select unlock_id from core.passwords where user_id = ${userId}`
  return row?.unlock_id
}

/** What the database knows a person's login name by, if they have a password. */
export async function findCredentialIdentifier(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ credential_identifier: string }>`
    select credential_identifier from core.passwords where user_id = ${userId}`
  return row?.credential_identifier
}

/** Binds a person's password to another unlock record. Returns whether they have one. */
export async function movePassword(sql: Sql, userId: string, unlockId: string): Promise<boolean> {
  const rows = await sql`
    update core.passwords set unlock_id = ${unlockId} where user_id = ${userId} returning user_id`
  return rows.length === 1
}
