import { KEY_BYTES } from './aead.ts'
import type { RandomBytes } from './bytes.ts'
import { type AccountKeyBytes, deriveVaultKeys, importAccountKey } from './keys.ts'
import type { UnlockRecord } from './records.ts'
import type { UnlockMethod } from './unlock-binding.ts'
import type { OpenKeys } from './vault.ts'
import { wrapForAll } from './wrap-for-all.ts'

/**
 * Makes a fresh account key and wraps it for every method. Its bytes are wiped before this returns, or fails.
 * @throws VaultError `malformed`
 */
export async function makeAccountKey(context: {
  vaultId: string
  akGen: number
  methods: readonly UnlockMethod[]
  random: RandomBytes
}): Promise<{ readonly unlock: readonly UnlockRecord[]; readonly keys: OpenKeys }> {
  const bytes = context.random(KEY_BYTES) as AccountKeyBytes
  try {
    const unlock = await wrapForAll(bytes, context)
    const accountKey = await importAccountKey(bytes)
    return { unlock, keys: { accountKey, keys: await deriveVaultKeys(accountKey), akGen: context.akGen } }
  } finally {
    bytes.fill(0)
  }
}
