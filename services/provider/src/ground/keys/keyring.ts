import { createPrivateKey } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import type { JwsKey } from '@countersign/data-token'
import { DatabaseUnavailable, SecretUnavailable } from '@countersign/service/errors'
import type { SqlPool } from '@countersign/service/sql'
import { EVERY_ALGORITHM, type KeyAlgorithm, openPrivateKey, type SigningAlgorithm, type StoredKey } from './key.ts'
import { type KeySchedule, maintainKeys } from './rotate-keys.ts'

/** The cache's age: far less than a key is published before it signs. */
export const KEY_MAX_AGE_MS = 30_000

export type SigningKey = JwsKey & { readonly kid: string; readonly alg: SigningAlgorithm }

export type Keyring = ReturnType<typeof createKeyring>

type KeyringOptions = KeySchedule & { readonly sql: SqlPool; readonly now: () => Date }

/** Caches the keys for half a minute, so that signing needs no statement. The first use creates them. */
export function createKeyring(options: KeyringOptions) {
  const { readKeys, forget } = rememberKeys(options)
  const privateKeys = new Map<string, Buffer>()
  const signingKeys = new Map<string, SigningKey>()

  /** @throws SecretUnavailable where KEY_ENCRYPTION_SECRET does not open the key */
  async function openActive(algorithm: KeyAlgorithm): Promise<{ kid: string; privateKey: Buffer }> {
    const active = (await readKeys()).find((key) => key.algorithm === algorithm && key.state === 'active')
    if (!active) throw new Error(`No ${algorithm} key is active, although the schedule makes one.`)
    // An opened key stays open until a restart, even if another process has resealed it under a newer secret.
    const privateKey = privateKeys.get(active.kid) ?? openPrivateKey(active, options.keyEncryptionSecrets)?.opened
    if (!privateKey) {
      throw new SecretUnavailable(
        `KEY_ENCRYPTION_SECRET does not open the ${algorithm} key. Restore the secret that it was sealed with.`,
      )
    }
    privateKeys.set(active.kid, privateKey)
    return { kid: active.kid, privateKey }
  }

  /** All keys that sign now, soon, or did recently. */
  async function publicKeys(): Promise<readonly PublicJwk[]> {
    return (await readKeys())
      .filter(({ state }) => state !== 'removed')
      .map(({ publicJwk }) => publicJwk)
      .filter((jwk) => jwk !== undefined)
  }

  async function signingKey(algorithm: SigningAlgorithm): Promise<SigningKey> {
    const { kid, privateKey } = await openActive(algorithm)
    const imported = signingKeys.get(kid)
    if (imported) return imported
    const key = createPrivateKey({ key: JSON.parse(privateKey.toString('utf8')), format: 'jwk' })
    const signing = { kid, alg: algorithm, key }
    signingKeys.set(kid, signing)
    return signing
  }

  async function open(): Promise<void> {
    for (const algorithm of EVERY_ALGORITHM) await openActive(algorithm)
  }

  return { open, forget, publicKeys, signingKey, pairwiseSecret: async () => (await openActive('HS256')).privateKey }
}

/** Reads and maintains the keys when the cache is too old; concurrent callers share one read. */
function rememberKeys({ sql, now, ...schedule }: KeyringOptions) {
  let known: { readonly keys: readonly StoredKey[]; readonly readAt: number } | undefined
  let reading: Promise<readonly StoredKey[]> | undefined
  let changes = 0

  async function refresh(readAt: number): Promise<readonly StoredKey[]> {
    try {
      const changesBefore = changes
      const keys = await maintainKeys(sql, schedule)
      // Read before the change, perhaps.
      if (changes === changesBefore) known = { keys, readAt }
      return keys
    } catch (error) {
      // Stale keys beat no answer; the next call retries.
      if (known && error instanceof DatabaseUnavailable) return known.keys
      throw error
    }
  }

  async function readKeys(): Promise<readonly StoredKey[]> {
    const time = now().getTime()
    if (known && time - known.readAt < KEY_MAX_AGE_MS) return known.keys
    reading ??= refresh(time).finally(() => {
      reading = undefined
    })
    return reading
  }

  /** Reads them again at the next use: another process has changed them. */
  function forget(): void {
    changes += 1
    if (known) known = { ...known, readAt: Number.NEGATIVE_INFINITY }
  }

  return { readKeys, forget }
}
