import type { Sql, SqlPool } from '@countersign/service/sql'
import { eraseRetiredKeys, listKeys, resealKey } from './key.store.ts'
import { EVERY_ALGORITHM, type KeyAlgorithm, type StoredKey } from './key.ts'
import { openPrivateKey, sealPrivateKey } from './private-key.ts'
import { type CreatedKey, createKey, KEEP_PUBLISHED_SECONDS, PUBLISH_AHEAD_SECONDS } from './rotate-keys.ts'

export type KeySchedule = {
  /** The first seals; all of them open. */
  readonly keyEncryptionSecrets: readonly string[]
  /** A key signs for so long before its successor is made. */
  readonly rotationSeconds: number
  readonly onCreated: (key: CreatedKey) => void
}

/**
 * Reads the keys and does what is due: makes those that are missing or outgrown, forgets the private halves of retired
 * ones, and seals anew what an older secret sealed. Any number of processes may do so at once.
 */
export async function maintainKeys(sql: SqlPool, schedule: KeySchedule): Promise<readonly StoredKey[]> {
  const keys = await listKeys(sql)
  const outgrown = EVERY_ALGORITHM.filter((algorithm) => isDue(keys, algorithm, schedule.rotationSeconds))
  for (const algorithm of outgrown) await createDueKey(sql, algorithm, schedule)
  const retired = keys.some(({ state, sealedPrivateKey }) => isOver(state) && sealedPrivateKey !== undefined)
  if (retired) await eraseRetiredKeys(sql)
  await resealKeys(sql, keys, schedule.keyEncryptionSecrets)
  return outgrown.length > 0 ? listKeys(sql) : keys
}

function isDue(keys: readonly StoredKey[], algorithm: KeyAlgorithm, rotationSeconds: number): boolean {
  const newest = keys.find((key) => key.algorithm === algorithm)
  // The pairwise secret has no successor: to every app with pairwise subjects, its people would become strangers.
  return !newest || (algorithm !== 'HS256' && newest.activeSeconds >= rotationSeconds)
}

async function createDueKey(sql: SqlPool, algorithm: KeyAlgorithm, schedule: KeySchedule): Promise<void> {
  const { keyEncryptionSecrets, rotationSeconds, onCreated } = schedule
  const succession = {
    minimumAgeSeconds: rotationSeconds,
    publishAheadSeconds: PUBLISH_AHEAD_SECONDS,
    keepPublishedSeconds: KEEP_PUBLISHED_SECONDS,
  }
  const key = await createKey(sql, { algorithm, keyEncryptionSecrets, succession })
  if (key) onCreated(key)
}

/** Seals under the first secret what an older one sealed, after which the older one may go. */
async function resealKeys(sql: Sql, keys: readonly StoredKey[], secrets: readonly string[]): Promise<void> {
  for (const { kid, state, sealedPrivateKey } of keys) {
    if (sealedPrivateKey === undefined || isOver(state)) continue
    const opened = openPrivateKey({ kid, sealedPrivateKey }, secrets)
    if (!opened || opened.openedWithFirst) continue
    await resealKey(sql, kid, { from: sealedPrivateKey, to: sealPrivateKey(opened.privateKey, kid, secrets) })
  }
}

function isOver(state: StoredKey['state']): boolean {
  return state === 'retired' || state === 'removed'
}
