import type { Sql, Transaction } from '@countersign/service'
import { type NewRegistration, type RegistrationRow, toNewRegistration } from '../accounts/registration.store.ts'
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

/** Deletes and returns the registration of a new password. One statement, so two changes can never both get it. */
export async function takePasswordRegistration(
  sql: Transaction,
  userId: string,
  registrationId: string,
): Promise<NewRegistration | undefined> {
  const [row] = await sql<RegistrationRow>`
    delete from core.password_registrations
     where registration_id = ${registrationId} and user_id = ${userId} and expires_at > now()
    returning credential_identifier, former_identifiers, setup_id, index_key_id`
  return row && toNewRegistration(row)
}
