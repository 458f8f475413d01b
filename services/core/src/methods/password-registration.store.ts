import type { Sql } from '@countersign/service'

type NewPasswordRegistration = {
  readonly userId: string
  readonly credentialIdentifier: string
  readonly lifetimeSeconds: number
}

export async function insertPasswordRegistration(
  sql: Sql,
  { userId, credentialIdentifier, lifetimeSeconds }: NewPasswordRegistration,
): Promise<string> {
  const [row] = await sql<{ registration_id: string }>`
    insert into core.password_registrations (user_id, credential_identifier, expires_at)
    values (${userId}, ${credentialIdentifier}, now() + ${lifetimeSeconds}::int * interval '1 second')
    returning registration_id`
  if (!row) throw new Error('A registration was inserted and not returned.')
  return row.registration_id
}

/** Takes a person's own half-done password away to finish it, and returns the name that it is for, as the database knows it. */
export async function takePasswordRegistration(
  sql: Sql,
  userId: string,
  registrationId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ credential_identifier: string }>`
    delete from core.password_registrations
     where registration_id = ${registrationId} and user_id = ${userId} and expires_at > now()
    returning credential_identifier`
  return row?.credential_identifier
}
