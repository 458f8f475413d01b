import type { Sql } from '@countersign/service/sql'
import { listKeys } from './key.store.ts'
import { openPrivateKey } from './private-key.ts'

/** How many of the keys in use these secrets do not open: as long as there are any, no id_token can be signed with them. */
export async function countLockedKeys(sql: Sql, keyEncryptionSecrets: readonly string[]): Promise<number> {
  const inUse = (await listKeys(sql)).filter(({ state }) => state === 'active')
  return inUse.filter((key) => openPrivateKey(key, keyEncryptionSecrets) === undefined).length
}
