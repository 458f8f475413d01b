import { hkdfSync } from 'node:crypto'
import type { Sql } from '@countersign/service/sql'

const FINGERPRINT_BYTES = 9

/**
 * The name of a provider's listening connection, for `application_name`: by a fingerprint of the secret that it makes tokens
 * under (HKDF-SHA-256, so it reveals nothing), because processes can compare their secrets by nothing in a table.
 */
export function providerName(tokenSecret: string): string {
  const fingerprint = hkdfSync('sha256', tokenSecret, '', 'countersign/v1/token-secret-id', FINGERPRINT_BYTES)
  return `countersign provider ${Buffer.from(fingerprint).toString('base64url')}`
}

/** Running providers on this database whose new tokens these secrets do not accept. None is seen on the embedded one. */
export async function countForeignProviders(sql: Sql, tokenSecrets: readonly string[]): Promise<number> {
  const names = tokenSecrets.map(providerName)
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'countersign provider %'
       and application_name <> all (${names}::text[])`
  return row?.count ?? 0
}
