import { hashUnlockRecords, makeAccountKey } from './account-key.ts'
import { EMPTY_CHAIN } from './activity-chain.ts'
import { toBase64url } from './base64url.ts'
import { type RandomBytes, randomBytes } from './bytes.ts'
import { sealHead } from './head.ts'
import type { HeadBody } from './head-body.ts'
import { beginChain } from './head-chain.ts'
import { digestItems } from './item-list.ts'
import { SUITE } from './labels.ts'
import { hashHead } from './record-hash.ts'
import { type UnlockRecord, VAULT_ID_BYTES, type VaultSnapshot } from './records.ts'
import { bindingOf, requireRecoveryAndAnother, type UnlockMethod } from './unlock-method.ts'
import { type OpenVault, toOpenVault } from './vault.ts'
import { memoryOf } from './vault-memory.ts'

export type CreateVaultRequest = {
  readonly userId: string
  readonly methods: readonly UnlockMethod[]
  /** The owner's name for this device; encrypted. */
  readonly device: string
  readonly wroteAt: Date
}

/** Only for sign-up: at a sign-in, a new vault would give the server a clean slate. @throws VaultError `malformed` */
export async function createVault(
  request: CreateVaultRequest,
  random: RandomBytes = randomBytes,
): Promise<{ vault: OpenVault; snapshot: VaultSnapshot }> {
  requireRecoveryAndAnother(request.methods.map(bindingOf))
  const vaultId = toBase64url(random(VAULT_ID_BYTES))
  const { unlock, keys } = await makeAccountKey({ vaultId, akGen: 1, methods: request.methods, random })
  const body = await firstBody(request, vaultId, unlock)
  const head = await sealHead(body, { vaultId, key: keys.keys.head, akGen: 1, random })
  const memory = memoryOf(vaultId, body, await hashHead(vaultId, head))
  return {
    vault: toOpenVault({ vaultId, items: [], memory, continuity: 'verified', internal: { ...keys, body, listed: {} } }),
    snapshot: { vault_id: vaultId, head, items: [], unlock },
  }
}

async function firstBody(
  { userId, device, wroteAt }: CreateVaultRequest,
  vaultId: string,
  unlock: readonly UnlockRecord[],
): Promise<HeadBody> {
  return {
    owner: userId,
    gen: 1,
    anc: [],
    past: await beginChain(vaultId),
    items: await digestItems(vaultId, {}),
    unlock: await hashUnlockRecords(unlock),
    min_suite: SUITE,
    rp_pins: {},
    wrote_at: wroteAt.toISOString(),
    device,
    activity: EMPTY_CHAIN,
    // Until the owner confirms it.
    unconfirmed_recovery: unlock.find(({ type }) => type === 'recovery')?.id,
  }
}
