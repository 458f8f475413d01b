import { countLockedKeys, readProviderConfig } from '@countersign/provider'
import type { CommandContext } from '../command-context.ts'
import type { Finding } from './finding.ts'

/** Whether the secret opens what it is to open. Says nothing where there is no provider, or no database to look at. */
export async function inspectSigningKeys({ env, withDatabase }: CommandContext): Promise<Finding[]> {
  // Of settings that cannot be read, and of a database that is away or not migrated, the other findings tell.
  const config = await readProviderConfig(env).catch(() => undefined)
  if (!config) return []
  const locked = await withDatabase(({ sql }) => countLockedKeys(sql, config.keyEncryptionSecrets)).catch(() => 0)
  if (locked === 0) return []
  const weakness =
    'does not open the signing keys, so nobody can sign in to an app with openid: restore it, or if it is lost: countersign keys rotate --lost-secret'
  return [
    {
      name: 'KEY_ENCRYPTION_SECRET in use',
      value: `keys that it does not open: ${locked}`,
      source: 'database',
      weakness,
    },
  ]
}
