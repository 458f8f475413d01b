import { listForm, objectForm, UUID, type ValueOf } from './form.ts'
import { LIMITS } from './limits.ts'
import { malformed } from './parse.ts'
import {
  ACTIVITY_ENTRY,
  type ActivityEntry,
  ENTRY_WHAT,
  ITEMS,
  UNLOCK_RECORDS,
  VAULT_HEAD,
  type VaultHead,
} from './records.ts'
import { requireRecoveryAndAnother } from './unlock-method.ts'

const COMMIT_WHAT = 'commit'
const ROTATION_WHAT = 'renewed vault'
const NEW_ACTIVITY = listForm(ACTIVITY_ENTRY, LIMITS.activityPerCommit)

/** The next head, changed and removed items, and new log entries. */
export const VAULT_COMMIT = objectForm(
  {
    what: COMMIT_WHAT,
    check: ({ head, put, delete: removed, activity }) => {
      requireDistinct([...put.map(({ id }) => id), ...removed], COMMIT_WHAT)
      checkNewActivity(activity, head)
    },
  },
  {
    head: VAULT_HEAD,
    put: ITEMS,
    delete: listForm(UUID, LIMITS.items),
    activity: NEW_ACTIVITY,
  },
)
export type VaultCommit = ValueOf<typeof VAULT_COMMIT>

/** Replaces every item and unlock record. */
export const VAULT_ROTATION = objectForm(
  {
    what: ROTATION_WHAT,
    check: ({ head, items, unlock, activity }) => {
      requireRecoveryAndAnother(unlock)
      for (const records of [items, unlock]) {
        requireDistinct(
          records.map(({ id }) => id),
          ROTATION_WHAT,
        )
      }
      const isOfHead = [...items, ...unlock].every(({ ak_gen }) => ak_gen === head.ak_gen)
      if (!isOfHead || unlock.some(({ vault_id }) => vault_id !== unlock[0]?.vault_id)) throw malformed(ROTATION_WHAT)
      checkNewActivity(activity, head)
    },
  },
  {
    head: VAULT_HEAD,
    items: ITEMS,
    unlock: UNLOCK_RECORDS,
    activity: NEW_ACTIVITY,
  },
)
export type VaultRotation = ValueOf<typeof VAULT_ROTATION>

function requireDistinct(ids: readonly string[], what: string): void {
  if (new Set(ids).size !== ids.length) throw malformed(what)
}

/** New entries are consecutive and under the head's account key. */
function checkNewActivity(entries: readonly ActivityEntry[], head: VaultHead): void {
  const first = entries[0]?.seq ?? 1
  const isInOrder = entries.every(({ seq, ak_gen }, index) => seq === first + index && ak_gen === head.ak_gen)
  if (!isInOrder) throw malformed(ENTRY_WHAT)
}
