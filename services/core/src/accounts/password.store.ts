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

export async function findPassword(
  sql: Sql,
  credentialIdentifier: string,
): Promise<{ readonly userId: string; readonly registrationRecord: string } | undefined> {
  const [row] = await sql<{ user_id: string; registration_record: string }>`
    select user_id, registration_record from core.passwords where credential_identifier = ${credentialIdentifier}`
  return row && { userId: row.user_id, registrationRecord: row.registration_record }
}

/** The unlock record of a person's password, if they still have one. */
export async function findPasswordUnlockId(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ unlock_id: string }>`select unlock_id from core.passwords where user_id = ${userId}`
  return row?.unlock_id
}

/** Returns the stored dummy record. Whichever process stores one first wins, and all of them use that one. */
export async function keepDummyRecord(sql: Sql, candidate: string): Promise<string> {
  await sql`
    insert into core.dummy_record (registration_record) values (${candidate})
    on conflict (id) do nothing`
  const [row] = await sql<{ registration_record: string }>`select registration_record from core.dummy_record`
  if (!row) throw new Error('The dummy record was stored and not found.')
  return row.registration_record
}
