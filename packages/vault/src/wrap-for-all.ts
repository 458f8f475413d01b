import type { RandomBytes } from './bytes.ts'
import type { HeadBody } from './head-body.ts'
import type { AccountKeyBytes } from './keys.ts'
import { malformed } from './parse.ts'
import { hashUnlockRecord } from './record-hash.ts'
import { bindOf, type UnlockMethod, type UnlockRecord, wrapAccountKey } from './unlock-record.ts'

const WHAT = 'list of unlock methods'

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

/** What an unlock record is for. */
type MethodPlace = Pick<UnlockRecord, 'type' | 'bind'>

/** What the record of a method is for. */
export function placeOf(method: UnlockMethod): MethodPlace {
  return { type: method.type, bind: bindOf(method) }
}

/**
 * Checks the methods of a new account key: one recovery key and at least one other, because without the recovery key
 * a forgotten password loses everything.
 * @throws VaultError `malformed`
 */
export function requireRecoveryAndAnother(places: readonly MethodPlace[]): void {
  requireDistinctMethods(places)
  if (places.length < 2 || !places.some(({ type }) => type === 'recovery')) throw malformed(WHAT)
}

/**
 * Checks that no two records are for one method: a vault that has such is refused, so none may be written.
 * @throws VaultError `malformed`
 */
export function requireDistinctMethods(places: readonly MethodPlace[]): void {
  const distinct = new Set(places.map(({ type, bind }) => `${type} ${bind}`))
  if (distinct.size !== places.length) throw malformed(WHAT)
}
