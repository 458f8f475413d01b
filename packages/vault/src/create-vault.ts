import { KEY_BYTES } from './aead.ts'
import { toBase64url } from './base64url.ts'
import { type RandomBytes, randomBytes } from './bytes.ts'
import { sealHead } from './head.ts'
import { type AccountKeyBytes, deriveVaultKeys, importAccountKey } from './keys.ts'
import { SUITE } from './labels.ts'
import { malformed } from './parse.ts'
import { hashHead, hashUnlockRecord } from './record-hash.ts'
import { VAULT_ID_BYTES, type VaultSnapshot } from './snapshot.ts'
import { type UnlockMethod, type UnlockRecord, wrapAccountKey } from './unlock-record.ts'
import { type OpenVault, toOpenVault } from './vault.ts'

export interface CreateVaultRequest {
  readonly userId: string
  /** A recovery key and at least one other: without the recovery key a forgotten password loses everything. */
  readonly methods: readonly UnlockMethod[]
  /** Name of this device, for its owner. Encrypted. */
  readonly device: string
  readonly wroteAt: Date
}

/**
 * Creates an empty vault with a fresh account key. Only sign-up calls this: a login that answers "you have no vault"
 * is an attack, and creating one then would hand the server a clean slate.
 * @throws VaultError `malformed`
 */
export async function createVault(
  request: CreateVaultRequest,
  random: RandomBytes = randomBytes,
): Promise<{ vault: OpenVault; snapshot: VaultSnapshot }> {
  if (request.methods.length < 2 || !request.methods.some(({ type }) => type === 'recovery')) {
    throw malformed('list of unlock methods')
  }
  const vaultId = toBase64url(random(VAULT_ID_BYTES))
  const accountKeyBytes = random(KEY_BYTES) as AccountKeyBytes
  const unlock = await wrapForAll(accountKeyBytes, { vaultId, methods: request.methods, random })
  const accountKey = await importAccountKey(accountKeyBytes)
  accountKeyBytes.fill(0)
  const keys = await deriveVaultKeys(accountKey)
  const body = await firstBody(request, unlock)
  const head = await sealHead(body, { vaultId, key: keys.head, akGen: 1, random })
  const internal = { accountKey, keys, akGen: 1, body }
  const headHash = await hashHead(vaultId, head)
  return {
    vault: toOpenVault({ vaultId, items: [], headHash, continuity: 'verified', internal }),
    snapshot: { vault_id: vaultId, head, items: [], unlock },
  }
}

async function wrapForAll(
  accountKey: AccountKeyBytes,
  { vaultId, methods, random }: { vaultId: string; methods: readonly UnlockMethod[]; random: RandomBytes },
): Promise<readonly UnlockRecord[]> {
  const records: UnlockRecord[] = []
  for (const method of methods) {
    const place = { vaultId, id: crypto.randomUUID(), akGen: 1 }
    records.push(await wrapAccountKey(accountKey, { method, place, random }))
  }
  return records
}

async function firstBody({ userId, device, wroteAt }: CreateVaultRequest, unlock: readonly UnlockRecord[]) {
  const hashes = await Promise.all(unlock.map(async (record) => [record.id, await hashUnlockRecord(record)] as const))
  return {
    owner: userId,
    gen: 1,
    anc: [],
    items: {},
    unlock: Object.fromEntries(hashes),
    min_suite: SUITE,
    rp_pins: {},
    wrote_at: wroteAt.toISOString(),
    device,
  }
}
