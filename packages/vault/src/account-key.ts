import { KEY_BYTES } from './aead.ts'
import type { RandomBytes } from './bytes.ts'
import type { HeadBody } from './head-body.ts'
import { type AccountKeyBytes, deriveVaultKeys, importAccountKey } from './keys.ts'
import { hashUnlockRecord } from './record-hash.ts'
import type { UnlockRecord } from './records.ts'
import type { UnlockMethod } from './unlock-method.ts'
import { wrapAccountKey } from './unlock-record.ts'
import type { OpenKeys } from './vault.ts'

type WrapContext = {
  readonly vaultId: string
  readonly akGen: number
  readonly methods: readonly UnlockMethod[]
  readonly random: RandomBytes
}

/** Wraps a new account key for every method and wipes its bytes, even on failure. @throws VaultError `malformed` */
export async function makeAccountKey(
  context: WrapContext,
): Promise<{ readonly unlock: readonly UnlockRecord[]; readonly keys: OpenKeys }> {
  const bytes = context.random(KEY_BYTES) as AccountKeyBytes
  try {
    const unlock = await wrapForAll(bytes, context)
    const accountKey = await importAccountKey(bytes)
    return { unlock, keys: { accountKey, keys: await deriveVaultKeys(accountKey), akGen: context.akGen } }
  } finally {
    bytes.fill(0)
  }
}

/** @throws VaultError `malformed` */
export async function wrapForAll(
  accountKey: AccountKeyBytes,
  { vaultId, akGen, methods, random }: WrapContext,
): Promise<readonly UnlockRecord[]> {
  const records: UnlockRecord[] = []
  for (const method of methods) {
    const ids = { vaultId, id: crypto.randomUUID(), akGen }
    records.push(await wrapAccountKey(accountKey, { method, ids, random }))
  }
  return records
}

export async function hashUnlockRecords(records: readonly UnlockRecord[]): Promise<HeadBody['unlock']> {
  const hashes = records.map(async (record) => [record.id, await hashUnlockRecord(record)] as const)
  return Object.fromEntries(await Promise.all(hashes))
}
