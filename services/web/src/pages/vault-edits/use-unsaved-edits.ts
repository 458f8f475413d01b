import type { OpenedProfile } from '@countersign/device'
import { type DraftOptions, useDraft } from '../../session/draft.tsx'
import { useSession } from '../../session/session.tsx'
import {
  checkEdits,
  countChanges,
  inverseOf,
  NO_EDITS,
  type SaveInput,
  toSaveInput,
  type UnsavedEdits,
} from './unsaved-edits.ts'

const DRAFT: DraftOptions<UnsavedEdits> = {
  name: 'vault',
  initial: NO_EDITS,
  isUnsaved: ({ entries, added }) => Object.keys(entries).length > 0 || added.some(({ value }) => value.trim() !== ''),
}

export type Saved = {
  /** Entries that another device changed at the same time. */
  readonly conflicts: number
  readonly inverse: SaveInput
}

export type VaultEditing = ReturnType<typeof useUnsavedEdits>

export function useUnsavedEdits(profile: OpenedProfile) {
  const { ask } = useSession()
  const [edits, change] = useDraft(DRAFT)
  const changes = countChanges(profile.claims, edits)

  const save = async (): Promise<Saved> => {
    const input = await checkEdits(toSaveInput(profile.claims, edits), profile.claims)
    const after = await ask('saveItems', input)
    change(() => NO_EDITS)
    return {
      conflicts: Math.max(0, after.conflicts.length - profile.conflicts.length),
      inverse: inverseOf(input, profile.claims, after.claims),
    }
  }
  return { edits, change, changes, save, discard: () => change(() => NO_EDITS) }
}
