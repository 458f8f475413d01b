import type { Sql, SqlPool } from '@countersign/service/sql'
import { tellOfKeyChange } from '../changes.store.ts'
import { eraseRetiredKeys, insertKey, listKeys, resealKey, type Succession } from './key.store.ts'
import {
  EVERY_ALGORITHM,
  generatePrivateKey,
  ID_TOKEN_ALGORITHMS,
  type KeyAlgorithm,
  openPrivateKey,
  type StoredKey,
  sealPrivateKey,
} from './key.ts'

const TEN_MINUTES = 600
const ONE_DAY = 86_400

/** Apps may cache keys for five minutes (`max-age`), and a process lags half a minute. */
export const PUBLISH_AHEAD_SECONDS = TEN_MINUTES
/** Longer than any id_token lives (an hour at most), so that the last one can still be verified. */
export const KEEP_PUBLISHED_SECONDS = ONE_DAY

const SCHEDULED = { publishAheadSeconds: PUBLISH_AHEAD_SECONDS, keepPublishedSeconds: KEEP_PUBLISHED_SECONDS }

export type KeyRotation = {
  readonly keyEncryptionSecrets: readonly string[]
  /** After a leak: the new key signs and the old ones leave the key set now. Apps fail until they fetch it again. */
  readonly immediately?: boolean
  /** The sealing secret is lost: also replaces the pairwise secret, which cannot be opened any more. */
  readonly isSecretLost?: boolean
}

export type CreatedKey = { readonly kid: string; readonly algorithm: KeyAlgorithm; readonly activeFrom: Date }

/** Replaces the id_token keys and answers the new ones, except for an algorithm whose newest key is not in use yet. */
export async function rotateKeys(sql: SqlPool, rotation: KeyRotation): Promise<readonly CreatedKey[]> {
  const { keyEncryptionSecrets, immediately = false, isSecretLost = false } = rotation
  const succession = immediately
    ? { minimumAgeSeconds: undefined, publishAheadSeconds: 0, keepPublishedSeconds: 0 }
    : { ...SCHEDULED, minimumAgeSeconds: 0 }
  const created: CreatedKey[] = []
  for (const algorithm of isSecretLost ? EVERY_ALGORITHM : ID_TOKEN_ALGORITHMS) {
    const key = await createKey(sql, { algorithm, keyEncryptionSecrets, succession })
    if (key) created.push(key)
  }
  if (created.length > 0) await tellOfKeyChange(sql)
  return created
}

type KeyCreation = Pick<KeyRotation, 'keyEncryptionSecrets'> & {
  readonly algorithm: KeyAlgorithm
  readonly succession: Succession
}

/** Makes the next key of an algorithm; undefined if another process just did, or the newest is too young. */
async function createKey(sql: SqlPool, { algorithm, keyEncryptionSecrets, succession }: KeyCreation) {
  const { kid, publicJwk, privateKey } = await generatePrivateKey(algorithm)
  const sealedPrivateKey = sealPrivateKey(privateKey, kid, keyEncryptionSecrets)
  const activeFrom = await insertKey(sql, { kid, algorithm, publicJwk, sealedPrivateKey }, succession)
  return activeFrom && { kid, algorithm, activeFrom }
}

export type KeySchedule = {
  /** The first seals; all open. */
  readonly keyEncryptionSecrets: readonly string[]
  /** Age at which a signing key gets a successor. */
  readonly rotationSeconds: number
  readonly onCreated: (key: CreatedKey) => void
}

/** Creates missing or outgrown keys, erases retired private halves, reseals. Safe in many processes at once. */
export async function maintainKeys(sql: SqlPool, { keyEncryptionSecrets, rotationSeconds, onCreated }: KeySchedule) {
  const keys = await listKeys(sql)
  const outgrown = EVERY_ALGORITHM.filter((algorithm) => isDue(keys, algorithm, rotationSeconds))
  const succession = { ...SCHEDULED, minimumAgeSeconds: rotationSeconds }
  for (const algorithm of outgrown) {
    const key = await createKey(sql, { algorithm, keyEncryptionSecrets, succession })
    if (key) onCreated(key)
  }
  const retired = keys.some(({ state, sealedPrivateKey }) => isOver(state) && sealedPrivateKey !== undefined)
  if (retired) await eraseRetiredKeys(sql)
  await resealKeys(sql, keys, keyEncryptionSecrets)
  return outgrown.length > 0 ? listKeys(sql) : keys
}

function isDue(keys: readonly StoredKey[], algorithm: KeyAlgorithm, rotationSeconds: number): boolean {
  const newest = keys.find((key) => key.algorithm === algorithm)
  // Never rotate the pairwise secret: every app would lose its users.
  return !newest || (algorithm !== 'HS256' && newest.activeSeconds >= rotationSeconds)
}

/** When the first signing key outgrows; undefined before the first keys are made. */
export function nextRotation(keys: readonly StoredKey[], rotationSeconds: number): Date | undefined {
  const newest = ID_TOKEN_ALGORITHMS.flatMap((algorithm) => keys.find((key) => key.algorithm === algorithm) ?? [])
  const [first] = newest.map(({ activeFrom }) => activeFrom.getTime()).toSorted((one, other) => one - other)
  return first === undefined ? undefined : new Date(first + rotationSeconds * 1000)
}

/** Reseals keys under the first secret, so that older secrets can be removed. */
async function resealKeys(sql: Sql, keys: readonly StoredKey[], secrets: readonly string[]): Promise<void> {
  for (const { kid, state, sealedPrivateKey } of keys) {
    if (sealedPrivateKey === undefined || isOver(state)) continue
    const key = openPrivateKey({ kid, sealedPrivateKey }, secrets)
    if (!key || key.isByFirst) continue
    await resealKey(sql, kid, { from: sealedPrivateKey, to: sealPrivateKey(key.opened, kid, secrets) })
  }
}

function isOver(state: StoredKey['state']): boolean {
  return state === 'retired' || state === 'removed'
}
