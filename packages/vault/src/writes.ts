/** What a device writes to its vault: forms of messages, which a server reads. */
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

/** One change of a vault: the next head, the items that it lists anew or no more, and what it adds to the log. */
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
    /** Oldest first; often empty, never left out. */
    activity: NEW_ACTIVITY,
  },
)
export type VaultCommit = ValueOf<typeof VAULT_COMMIT>

/** A vault under a new account key: every item and unlock record replaces all that were there. */
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
    /** What it adds to the log, oldest first. The entries before stay as they are. */
    activity: NEW_ACTIVITY,
  },
)
export type VaultRotation = ValueOf<typeof VAULT_ROTATION>

function requireDistinct(ids: readonly string[], what: string): void {
  if (new Set(ids).size !== ids.length) throw malformed(what)
}

/** What one write appends follows one on the other, all of it under the account key of its head. */
function checkNewActivity(entries: readonly ActivityEntry[], head: VaultHead): void {
  const first = entries[0]?.seq ?? 1
  const isInOrder = entries.every(({ seq, ak_gen }, index) => seq === first + index && ak_gen === head.ak_gen)
  if (!isInOrder) throw malformed(ENTRY_WHAT)
}
