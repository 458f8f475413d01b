import type { Sql } from '@countersign/service/sql'
import { LIMITS } from '@countersign/vault'

/** The hashes of the heads from generation `from` on, oldest first, without the present one; none if `from` is unknown. */
export async function listAncestors(sql: Sql, userId: string, from: number): Promise<string[]> {
  const rows = await sql<{ gen: string; sha256: Buffer }>`
    select h.gen, h.sha256
      from core.vault_heads h join core.vaults v on v.user_id = h.user_id
     where h.user_id = ${userId} and h.gen >= ${from} and h.gen < v.gen
     order by h.gen limit ${LIMITS.ancestorsPerPage}`
  if (Number(rows[0]?.gen) !== from) return []
  return rows.map(({ sha256 }) => Buffer.from(sha256).toString('base64url'))
}

/** The hashes of all heads that are known, the present one last, and the generation of the first, as JSON. */
export async function readHeadHashesText(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ heads: string }>`
    select json_build_object('from', min(gen), 'hashes',
             json_agg(translate(encode(sha256, 'base64'), '+/=', '-_') order by gen))::text as heads
      from core.vault_heads where user_id = ${userId}`
  return row?.heads ?? ''
}
