import type { Sql } from '@countersign/service'
import type { NewRegistration } from '../accounts/registration.store.ts'
import { invalidSession } from '../http/invalid-session.ts'

export async function insertPasswordRegistration(
  sql: Sql,
  userId: string,
  registration: NewRegistration & { readonly lifetimeSeconds: number },
): Promise<string> {
  const { credentialIdentifier, formerIdentifiers, setupId, indexKeyId, lifetimeSeconds } = registration
  const [row] = await sql<{ registration_id: string }>`
    insert into core.password_registrations
           (user_id, credential_identifier, former_identifiers, setup_id, index_key_id, expires_at)
    select user_id, ${credentialIdentifier}::text, ${formerIdentifiers}::text[], ${setupId}::text, ${indexKeyId}::text,
           now() + ${lifetimeSeconds}::int * interval '1 second'
      from core.accounts where user_id = ${userId} for key share
    returning registration_id`
  if (!row) throw invalidSession()
  return row.registration_id
}

type RegistrationRow = {
  readonly credential_identifier: string
  readonly former_identifiers: string[]
  readonly setup_id: string
  readonly index_key_id: string
}

/** Takes a person's own half-done password away to finish it. One statement, so two changes can never both get it. */
export async function takePasswordRegistration(
  sql: Sql,
  userId: string,
  registrationId: string,
): Promise<NewRegistration | undefined> {
  const [row] = await sql<RegistrationRow>`
    delete from core.password_registrations
     where registration_id = ${registrationId} and user_id = ${userId} and expires_at > now()
    returning credential_identifier, former_identifiers, setup_id, index_key_id`
  return (
    row && {
      credentialIdentifier: row.credential_identifier,
      formerIdentifiers: row.former_identifiers,
      setupId: row.setup_id,
      indexKeyId: row.index_key_id,
    }
  )
}
