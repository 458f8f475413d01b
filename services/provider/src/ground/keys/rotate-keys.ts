import type { Sql, SqlPool } from '@countersign/service/sql'
import { eraseRetiredKeys, insertKey, listKeys, resealKey, type Succession } from './key.store.ts'
import { EVERY_ALGORITHM, ID_TOKEN_ALGORITHMS, type KeyAlgorithm, type StoredKey } from './key.ts'
import { generatePrivateKey, openPrivateKey, sealPrivateKey } from './private-key.ts'

const TEN_MINUTES = 600
const ONE_DAY = 86_400

/**
 * Apps may keep our key set for five minutes (its `max-age`) and a process may be half a minute behind: ten minutes of
 * publication let every app know a key before anything is signed with it.
 */
export const PUBLISH_AHEAD_SECONDS = TEN_MINUTES
/** Longer than any id_token lives (an hour at most), so that what a key signed last can be verified to its end. */
export const KEEP_PUBLISHED_SECONDS = ONE_DAY

export type KeyRotation = {
  readonly keyEncryptionSecrets: readonly string[]
  /** After a leak: the new key signs now, and the old ones leave the key set now. Apps stumble until they fetch it again. */
  readonly immediately?: boolean
  /** What sealed them is lost: a new secret behind pairwise subjects too, as nobody can open the old one any more. */
  readonly isSecretLost?: boolean
}

export type CreatedKey = { readonly kid: string; readonly algorithm: KeyAlgorithm; readonly activeFrom: Date }

/**
 * Replaces the keys that id_tokens are signed with, and answers with the new ones: none for an algorithm whose newest key
 * is not in use yet. Running processes notice by themselves.
 */
export async function rotateKeys(sql: SqlPool, rotation: KeyRotation): Promise<readonly CreatedKey[]> {
  const { keyEncryptionSecrets, immediately = false, isSecretLost = false } = rotation
  const succession = immediately
    ? { minimumAgeSeconds: undefined, publishAheadSeconds: 0, keepPublishedSeconds: 0 }
    : { minimumAgeSeconds: 0, publishAheadSeconds: PUBLISH_AHEAD_SECONDS, keepPublishedSeconds: KEEP_PUBLISHED_SECONDS }
  const created: CreatedKey[] = []
  for (const algorithm of isSecretLost ? EVERY_ALGORITHM : ID_TOKEN_ALGORITHMS) {
    const key = await createKey(sql, { algorithm, keyEncryptionSecrets, succession })
    if (key) created.push(key)
  }
  return created
}

type KeyCreation = {
  readonly algorithm: KeyAlgorithm
  readonly keyEncryptionSecrets: readonly string[]
  readonly succession: Succession
}

/** Makes the next key of an algorithm; nothing if another process just did, or the newest is too young. */
export async function createKey(
  sql: SqlPool,
  { algorithm, keyEncryptionSecrets, succession }: KeyCreation,
): Promise<CreatedKey | undefined> {
  const { kid, publicJwk, privateKey } = await generatePrivateKey(algorithm)
  const sealedPrivateKey = sealPrivateKey(privateKey, kid, keyEncryptionSecrets)
  const activeFrom = await insertKey(sql, { kid, algorithm, publicJwk, sealedPrivateKey }, succession)
  return activeFrom && { kid, algorithm, activeFrom }
}

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
