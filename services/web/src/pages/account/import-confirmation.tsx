import type { ImportPreview } from '@countersign/device'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'

type ImportConfirmationProps = {
  readonly preview: ImportPreview
  readonly isBusy: boolean
  readonly onCommit: () => void
  readonly onCancel: () => void
}

/** What a file would add, before it does. */
export function ImportConfirmation({ preview, isBusy, onCommit, onCancel }: ImportConfirmationProps) {
  const { account, common } = useFullText()
  const format = useFormat()
  const { added, alreadyThere, wroteAt } = preview
  const facts = [
    wroteAt !== undefined && account.madeOn(format.date(wroteAt)),
    added === 0 ? account.addsNothing : account.adds(added),
    added > 0 && alreadyThere > 0 && account.already(alreadyThere),
  ].filter((fact) => fact !== false)
  return (
    <div class="stack">
      <output>{facts.join(' ')}</output>
      <div class="actions">
        <Button kind="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
        {added > 0 && (
          <Button onClick={onCommit} busyText={isBusy ? account.busy : undefined}>
            {account.commit}
          </Button>
        )}
      </div>
    </div>
  )
}
