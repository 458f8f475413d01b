import type { Sql } from '@countersign/service'

export type Registration = { readonly userId: string; readonly credentialIdentifier: string }

/** Opens a sign-up; the database chooses both identifiers. */
export async function insertRegistration(
  sql: Sql,
  credentialIdentifier: string,
  lifetimeSeconds: number,
): Promise<{ readonly registrationId: string; readonly userId: string }> {
  const [row] = await sql<{ registration_id: string; user_id: string }>`
    insert into core.registrations (credential_identifier, expires_at)
    values (${credentialIdentifier}, now() + ${lifetimeSeconds}::int * interval '1 second')
    returning registration_id, user_id`
  if (!row) throw new Error('A registration was inserted and not returned.')
  return { registrationId: row.registration_id, userId: row.user_id }
}

/** Takes a sign-up away to finish it. One statement deletes and returns, so two finishes can never both get it. */
export async function takeRegistration(sql: Sql, registrationId: string): Promise<Registration | undefined> {
  const [row] = await sql<{ user_id: string; credential_identifier: string }>`
    delete from core.registrations where registration_id = ${registrationId} and expires_at > now()
    returning user_id, credential_identifier`
  return row && { userId: row.user_id, credentialIdentifier: row.credential_identifier }
}
