import { useFullText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { EditedEntry } from '../vault-edits/unsaved-edits.ts'

/** What another device or tab wrote while somebody typed here: nothing is written over before they have seen it. */
export function ChangedElsewhere({ entry, onTakeMine }: { entry: EditedEntry; onTakeMine: () => void }) {
  const text = useFullText()
  const { elsewhere } = entry
  if (elsewhere === undefined || elsewhere === entry.value) return null
  return (
    <div class="elsewhere">
      <Notice>{text.vault.elsewhere(elsewhere)}</Notice>
      <Button kind="quiet" onClick={onTakeMine}>
        {text.vault.takeMine}
      </Button>
    </div>
  )
}
