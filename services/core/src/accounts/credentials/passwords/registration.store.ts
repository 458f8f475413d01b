import { randomUUID } from 'node:crypto'
import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'
import { invalidSession } from '../../../ground/http/session-guard.ts'
import type { LoginIdentifiers } from '../../records/login-index.ts'

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

const REGISTRATION = sqlText`credential_identifier as "credentialIdentifier", former_identifiers as "formerIdentifiers",
  setup_id as "setupId", index_key_id as "indexKeyId"`

/** Deletes and returns a sign-up. One statement, so two finishes can never both get it. */
export async function takeRegistration(sql: Sql, registrationId: string) {
  const [taken] = await sql<NewRegistration & { readonly userId: string }>`
    delete from core.registrations where registration_id = ${registrationId} and expires_at > now()
    returning user_id as "userId", ${REGISTRATION}`
  return taken
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
  const [taken] = await sql<NewRegistration>`
    delete from core.password_registrations
     where user_id = ${userId} and registration_id = ${registrationId} and expires_at > now()
    returning ${REGISTRATION}`
  return taken
}
