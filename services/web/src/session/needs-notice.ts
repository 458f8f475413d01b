import type { OpenedProfile } from '@countersign/device'

/** Whether there is anything that a person has to be told of an open vault before they use it (`VaultNotices`). */
export function needsNotice({ firstUse, continuity, heldEntries }: OpenedProfile): boolean {
  return firstUse !== undefined || continuity === 'unproven' || heldEntries !== 0
}
