import type { HeadBody } from './head-body.ts'
import type { PlainItem } from './item.ts'
import type { ItemList } from './item-list.ts'
import type { AccountKey, VaultKeys } from './keys.ts'
import type { RpPins } from './rp-pins.ts'
import type { Continuity, VaultMemory } from './vault-memory.ts'

/** A verified, decrypted vault. Immutable: each write makes a new one. */
export type OpenVault = {
  readonly vaultId: string
  readonly owner: string
  readonly items: readonly PlainItem[]
  /** To be shown on a device's first use. */
  readonly lastChanged: { readonly at: Date; readonly device: string }
  readonly rpPins: RpPins
  readonly activityCount: number
  /** Record id of a recovery key that is in force and unconfirmed. */
  readonly unconfirmedRecovery: string | undefined
  /** Store it once the vault is opened or the server has accepted a write. */
  readonly memory: VaultMemory
  readonly continuity: Continuity
  readonly internal: VaultInternals
}

/** Non-extractable: an XSS can use these keys, never take them. */
export type OpenKeys = {
  readonly accountKey: AccountKey
  readonly keys: VaultKeys
  readonly akGen: number
}

export type VaultInternals = OpenKeys & {
  readonly body: HeadBody
  readonly listed: ItemList
}

export function toOpenVault(opened: {
  vaultId: string
  items: readonly PlainItem[]
  memory: VaultMemory
  continuity: Continuity
  internal: VaultInternals
}): OpenVault {
  const { body } = opened.internal
  return {
    ...opened,
    owner: body.owner,
    lastChanged: { at: new Date(body.wrote_at), device: body.device },
    rpPins: body.rp_pins,
    activityCount: body.activity.seq,
    unconfirmedRecovery: body.unconfirmed_recovery,
  }
}
