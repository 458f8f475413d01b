import { randomUUID } from 'node:crypto'
import type { Sql, Transaction } from '@countersign/service/sql'
import { invalidSession } from '../../ground/http/invalid-session.ts'
import { type NewRegistration, type RegistrationRow, toNewRegistration } from '../registration.store.ts'

export async function insertPasswordRegistration(
  sql: Sql,
  userId: string,
  registration: NewRegistration & { readonly lifetimeSeconds: number },
): Promise<string> {
  const { credentialIdentifier, formerIdentifiers, setupId, indexKeyId, lifetimeSeconds } = registration
  const registrationId = randomUUID()
  const rows = await sql`
    insert into core.password_registrations
           (user_id, registration_id, credential_identifier, former_identifiers, setup_id, index_key_id, expires_at)
    select user_id, ${registrationId}::uuid, ${credentialIdentifier}::text, ${formerIdentifiers}::text[], ${setupId}::text, ${indexKeyId}::text,
           now() + ${lifetimeSeconds}::int * interval '1 second'
      from core.accounts where user_id = ${userId} for key share
    returning 1`
  if (rows.length === 0) throw invalidSession()
  return registrationId
}

/** Deletes and returns the registration of a new password. One statement, so two changes can never both get it. */
export async function takePasswordRegistration(
  sql: Transaction,
  userId: string,
  registrationId: string,
): Promise<NewRegistration | undefined> {
  const [row] = await sql<RegistrationRow>`
    delete from core.password_registrations
     where user_id = ${userId} and registration_id = ${registrationId} and expires_at > now()
    returning credential_identifier, former_identifiers, setup_id, index_key_id`
  return row && toNewRegistration(row)
}
