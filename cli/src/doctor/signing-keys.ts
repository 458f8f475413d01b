import { countLockedKeys, readProviderConfig } from '@countersign/provider'
import { findText } from '@countersign/service/settings'
import type { CommandContext } from '../command-context.ts'
import type { Finding } from './finding.ts'

/**
 * Whether KEY_ENCRYPTION_SECRET opens what it is to open. Where it is not set, these may be core's settings, which rightly
 * open no key: then the provider's readiness tells, and nothing is said here.
 */
export async function inspectSigningKeys({ env, withDatabase }: CommandContext): Promise<Finding[]> {
  if (findText(env, 'KEY_ENCRYPTION_SECRET') === undefined) return []
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
      mustMend: true,
    },
  ]
}
