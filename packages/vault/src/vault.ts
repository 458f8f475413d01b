import type { HeadBody } from './head-body.ts'
import type { PlainItem } from './item.ts'
import type { ItemList } from './item-list.ts'
import type { AccountKey, VaultKeys } from './keys.ts'
import type { RpPins } from './rp-pins.ts'
import type { Continuity, VaultMemory } from './vault-memory.ts'

/** A vault that was opened and found whole. Immutable: every write makes the next one. */
export type OpenVault = {
  readonly vaultId: string
  /** The owner's user id. */
  readonly owner: string
  readonly items: readonly PlainItem[]
  /** When and where it was last changed. Show it on a device's first use. */
  readonly lastChanged: { readonly at: Date; readonly device: string }
  /** App's client id -> where it returned to and its encryption key's thumbprint, as first approved. */
  readonly rpPins: RpPins
  /** How many entries the activity has. */
  readonly activityCount: number
  /** The unlock record of a recovery key that its owner has not confirmed yet; one that was replaced is none. */
  readonly unconfirmedRecovery: string | undefined
  /** To be kept by the device, once the server has accepted a write or the vault was opened. */
  readonly memory: VaultMemory
  readonly continuity: Continuity
  /** For this package's functions only. */
  readonly internal: VaultInternals
}

/** The account key, what is derived of it, and its generation. Not extractable: an XSS can use them, never take them. */
export type OpenKeys = {
  readonly accountKey: AccountKey
  readonly keys: VaultKeys
  readonly akGen: number
}

/** Keys and bookkeeping of an opened vault. */
export type VaultInternals = OpenKeys & {
  readonly body: HeadBody
  /** The list that the head has the digest of. */
  readonly listed: ItemList
}

/** Assembles an opened vault. */
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
