import type { AccountExport, MessageLanguage } from '@countersign/contracts'
import type { Sql, Transaction } from '@countersign/service/sql'

export type StoredContact = { readonly email: string; readonly language: MessageLanguage }

type ContactRow = StoredContact & { readonly createdAt: Date }

/** As in the export of an account. */
export function describeContact(contact: ContactRow | undefined): AccountExport['security_contact'] {
  if (!contact) return null
  const { email, language, createdAt } = contact
  return { email, language, created_at: createdAt.toISOString() }
}

export async function findSecurityContact(sql: Sql, userId: string): Promise<ContactRow | undefined> {
  const [row] = await sql<ContactRow>`
    select email, language, created_at as "createdAt" from core.security_contacts where user_id = ${userId}`
  return row
}

/** Keeps the count of mails, so that another address is no way around the limit. */
export async function putSecurityContact(
  sql: Transaction,
  { userId, email, language }: StoredContact & { readonly userId: string },
): Promise<void> {
  await sql`
    insert into core.security_contacts (user_id, email, language) values (${userId}, ${email}, ${language})
    on conflict (user_id) do update set email = excluded.email, language = excluded.language, created_at = excluded.created_at`
}

export async function removeSecurityContact(sql: Transaction, userId: string): Promise<void> {
  await sql`delete from core.security_contacts where user_id = ${userId}`
}

/**
 * Counts a mail and returns where it goes; undefined without a contact, or after `limit` mails in a day. One statement:
 * however many processes send at once, no more than `limit` pass.
 */
export async function countSecurityMail(
  sql: Sql,
  userId: string,
  limit: number,
): Promise<(StoredContact & { readonly sent: number }) | undefined> {
  const [row] = await sql<StoredContact & { readonly sent: number }>`
    update core.security_contacts
       set sent = case when window_started_at < (select now() - interval '1 day') then 1 else sent + 1 end,
           window_started_at = case when window_started_at < (select now() - interval '1 day') then (select now())
                                    else window_started_at end
     where user_id = ${userId} and (sent < ${limit}::int or window_started_at < (select now() - interval '1 day'))
    returning email, language, sent`
  return row
}
