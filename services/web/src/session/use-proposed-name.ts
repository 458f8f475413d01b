import { type DraftOptions, useDraft } from './draft.tsx'

const PROPOSED_NAME: DraftOptions<string> = { name: 'proposed name', initial: '', isUnsaved: () => false }

/** The name that somebody signed up under, to be proposed to them where an app asks for one; in no vault before that. */
export function useProposedName() {
  return useDraft(PROPOSED_NAME)
}
