/** Every record of a vault, as on the wire, in the database and in exports. */
import { NONCE_BYTES, WRAPPED_KEY_BYTES } from './aead.ts'
import {
  bytesForm,
  bytesOrNoneForm,
  COUNT,
  ciphertextForm,
  listForm,
  objectForm,
  recordForm,
  textForm,
  UNLOCK_TYPE,
  UUID,
  type ValueOf,
} from './form.ts'
import { LIMITS } from './limits.ts'
import { malformed } from './parse.ts'
import { checkBinding } from './unlock-method.ts'

/** Random, chosen by the client. */
export const VAULT_ID_BYTES = 16
const HASH_BYTES = 32
export const readHash = bytesForm(HASH_BYTES).read
export const SALT_BYTES = 32
export const COMMITMENT_BYTES = 32

export const VAULT_ID_FORM = bytesForm(VAULT_ID_BYTES)
const NONCE = bytesForm(NONCE_BYTES)
const WRAPPED_KEY = bytesForm(WRAPPED_KEY_BYTES)
const UNLOCK_WHAT = 'unlock record'
export const ENTRY_WHAT = 'encrypted entry of the log'
const SNAPSHOT_WHAT = 'vault'

/** The account key, wrapped under one unlock method. The server cannot open it. */
export const UNLOCK_RECORD = recordForm(
  { name: 'UnlockRecord', what: UNLOCK_WHAT, check: (record) => checkBinding(record, UNLOCK_WHAT) },
  {
    id: UUID,
    type: UNLOCK_TYPE,
    vault_id: VAULT_ID_FORM,
    ak_gen: COUNT,
    bind: textForm(LIMITS.bindCharacters),
    salt: bytesForm(SALT_BYTES),
    /** Key commitment: tells a wrong password from a damaged record, and excludes multi-key ciphertexts. */
    com: bytesForm(COMMITMENT_BYTES),
    n: NONCE,
    ct: WRAPPED_KEY,
  },
)
export type UnlockRecord = ValueOf<typeof UNLOCK_RECORD>

const ITEM_WHAT = 'encrypted item'

/** The content under its own key, and that key wrapped under the account key. */
export const SEALED_ITEM = recordForm(
  { name: 'SealedItem', what: ITEM_WHAT },
  {
    id: UUID,
    rev: COUNT,
    ak_gen: COUNT,
    wk: objectForm({ what: ITEM_WHAT }, { n: NONCE, ct: WRAPPED_KEY }),
    n: NONCE,
    ct: ciphertextForm(LIMITS.itemBytes),
  },
)
export type SealedItem = ValueOf<typeof SEALED_ITEM>

/**
 * The encrypted list of the vault's contents, which makes each generation one commit. The server keeps only the newest.
 */
export const VAULT_HEAD = recordForm(
  { name: 'VaultHead', what: 'head of the vault' },
  { gen: COUNT, ak_gen: COUNT, n: NONCE, ct: ciphertextForm(LIMITS.headBytes) },
)
export type VaultHead = ValueOf<typeof VAULT_HEAD>

/** An encrypted log entry, chained to the one before. Never changed. */
export const ACTIVITY_ENTRY = recordForm(
  {
    name: 'ActivityEntry',
    what: ENTRY_WHAT,
    check: ({ seq, prev }) => {
      if ((seq === 1) !== (prev === '')) throw malformed(ENTRY_WHAT)
    },
  },
  {
    seq: COUNT,
    ak_gen: COUNT,
    /** Hash of the entry before; empty for the first. */
    prev: bytesOrNoneForm(HASH_BYTES),
    n: NONCE,
    ct: ciphertextForm(LIMITS.activityBytes),
  },
)
export type ActivityEntry = ValueOf<typeof ACTIVITY_ENTRY>

export const ITEMS = listForm(SEALED_ITEM, LIMITS.items)
export const UNLOCK_RECORDS = listForm(UNLOCK_RECORD, LIMITS.unlockMethods)

const SNAPSHOT_FIELDS = { vault_id: VAULT_ID_FORM, head: VAULT_HEAD, items: ITEMS, unlock: UNLOCK_RECORDS }

export const VAULT_SNAPSHOT = objectForm(
  { name: 'VaultSnapshot', what: SNAPSHOT_WHAT, check: requireOneVault },
  SNAPSHOT_FIELDS,
)
export type VaultSnapshot = ValueOf<typeof VAULT_SNAPSHOT>

/** Items written after generation `since`, and the ids of those removed. */
export const VAULT_CHANGES = objectForm(
  { what: SNAPSHOT_WHAT, check: requireOneVault },
  { ...SNAPSHOT_FIELDS, since: COUNT, removed: listForm(UUID, LIMITS.items) },
)

function requireOneVault({ vault_id, unlock }: { vault_id: string; unlock: readonly UnlockRecord[] }): void {
  if (unlock.some((record) => record.vault_id !== vault_id)) throw malformed(SNAPSHOT_WHAT)
}
