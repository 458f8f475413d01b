import type { Sql } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'

type FetchedDocument = { readonly clientId: string; readonly document: Buffer; readonly keptSeconds: number }

export async function findDocument(sql: Sql, clientId: string) {
  return findRow(sql<{ readonly document: Buffer; readonly ageMs: number }>`
    select document, (extract(epoch from now() - read_at) * 1000)::float8 as "ageMs"
      from provider.client_documents where client_id = ${clientId}`)
}

/** Keeps a document in place of the one before, for the longer of both times. */
export async function saveDocument(sql: Sql, { clientId, document, keptSeconds }: FetchedDocument): Promise<void> {
  await sql`
    insert into provider.client_documents as kept (client_id, document, leaves_at)
    values (${clientId}, ${document}, now() + make_interval(secs => ${keptSeconds}))
    on conflict (client_id) do update
       set document = excluded.document, read_at = excluded.read_at,
           leaves_at = greatest(kept.leaves_at, excluded.leaves_at)`
}

/** Documents of apps that people use stay for as long as they may serve. */
export async function prolongDocuments(sql: Sql, clientIds: readonly string[], keptSeconds: number): Promise<void> {
  await sql`
    update provider.client_documents set leaves_at = now() + make_interval(secs => ${keptSeconds})
     where client_id = any(${clientIds}::text[])`
}

export async function deleteDocument(sql: Sql, clientId: string): Promise<void> {
  await sql`delete from provider.client_documents where client_id = ${clientId}`
}
