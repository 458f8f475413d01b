import type { RandomBytes } from './bytes.ts'
import type { HeadBody } from './head-body.ts'
import type { AccountKeyBytes } from './keys.ts'
import { malformed } from './parse.ts'
import { hashUnlockRecord } from './record-hash.ts'
import { type UnlockMethod, type UnlockRecord, wrapAccountKey } from './unlock-record.ts'

/**
 * Wraps an account key for every method, each under an id of its own.
 * @throws VaultError `malformed`
 */
export async function wrapForAll(
  accountKey: AccountKeyBytes,
  context: { vaultId: string; akGen: number; methods: readonly UnlockMethod[]; random: RandomBytes },
): Promise<readonly UnlockRecord[]> {
  const { vaultId, akGen, methods, random } = context
  const records: UnlockRecord[] = []
  for (const method of methods) {
    const place = { vaultId, id: crypto.randomUUID(), akGen }
    records.push(await wrapAccountKey(accountKey, { method, place, random }))
  }
  return records
}

/** Lists unlock records as a head does. */
export async function listUnlockRecords(records: readonly UnlockRecord[]): Promise<HeadBody['unlock']> {
  const listed = records.map(async (record) => [record.id, await hashUnlockRecord(record)] as const)
  return Object.fromEntries(await Promise.all(listed))
}

/**
 * Checks the methods of a new account key: a recovery key and at least one other, because without the recovery key
 * a forgotten password loses everything.
 * @throws VaultError `malformed`
 */
export function requireRecoveryAndAnother(methods: readonly Pick<UnlockMethod, 'type'>[]): void {
  const recoveryKeys = methods.filter(({ type }) => type === 'recovery').length
  if (recoveryKeys !== 1 || methods.length < 2) throw malformed('list of unlock methods')
}
