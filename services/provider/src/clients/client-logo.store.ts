import type { Sql } from '@countersign/service/sql'
import type { Logo } from './client.store.ts'

export async function findLogo(
  sql: Sql,
  clientId: string,
): Promise<{ name: string; logo: Logo | undefined } | undefined> {
  const [row] = await sql<{ name: string; logo: Buffer | null; logo_type: string | null }>`
    select name, logo, logo_type from provider.clients where client_id = ${clientId}`
  if (!row) return undefined
  const logo = row.logo && row.logo_type ? { bytes: row.logo, type: row.logo_type } : undefined
  return { name: row.name, logo }
}
