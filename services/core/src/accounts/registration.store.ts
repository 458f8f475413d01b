import { randomUUID } from 'node:crypto'
import type { Sql, Transaction } from '@countersign/service/sql'
import { invalidSession } from '../ground/http/session-guard.ts'
import type { LoginIdentifiers } from './login-index.ts'

/** A login name that is being registered, and the OPAQUE setup that answered it. */
export type NewRegistration = LoginIdentifiers & { readonly setupId: string }

/** Starts a sign-up and chooses the identifier of its account. */
export async function insertRegistration(
  sql: Sql,
  { credentialIdentifier, formerIdentifiers, setupId, indexKeyId }: NewRegistration,
  lifetimeSeconds: number,
): Promise<{ readonly registrationId: string; readonly userId: string }> {
  const [registrationId, userId] = [randomUUID(), randomUUID()]
  await sql`
    insert into core.registrations
           (registration_id, user_id, credential_identifier, former_identifiers, setup_id, index_key_id, expires_at)
    values (${registrationId}, ${userId}, ${credentialIdentifier}, ${formerIdentifiers}, ${setupId}, ${indexKeyId},
            now() + ${lifetimeSeconds}::int * interval '1 second')`
  return { registrationId, userId }
}

type RegistrationRow = {
  readonly credential_identifier: string
  readonly former_identifiers: string[]
  readonly setup_id: string
  readonly index_key_id: string
}

/** Deletes and returns a sign-up. One statement, so two finishes can never both get it. */
export async function takeRegistration(sql: Sql, registrationId: string) {
  const [row] = await sql<RegistrationRow & { readonly user_id: string }>`
    delete from core.registrations where registration_id = ${registrationId} and expires_at > now()
    returning user_id, credential_identifier, former_identifiers, setup_id, index_key_id`
  return row && { ...toNewRegistration(row), userId: row.user_id }
}

function toNewRegistration(row: RegistrationRow): NewRegistration {
  return {
    credentialIdentifier: row.credential_identifier,
    formerIdentifiers: row.former_identifiers,
    setupId: row.setup_id,
    indexKeyId: row.index_key_id,
  }
}

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
