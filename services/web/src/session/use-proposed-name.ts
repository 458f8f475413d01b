import { type DraftOptions, useDraft } from './draft.tsx'

const PROPOSED_NAME: DraftOptions<string> = { name: 'proposed name', initial: '', isUnsaved: () => false }

/** The name typed at sign-up, proposed when an app requests one; not in the vault before. */
export function useProposedName() {
  return useDraft(PROPOSED_NAME)
}
