import type { ImportPreview } from '@countersign/device'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'

type ImportConfirmationProps = {
  readonly preview: ImportPreview
  readonly isBusy: boolean
  readonly onCommit: () => void
  readonly onCancel: () => void
}

/** More are seldom, and mended one by one in the vault anyway. */
const MOST_NAMED = 10

/** What a file would add, before it does. */
export function ImportConfirmation({ preview, isBusy, onCommit, onCancel }: ImportConfirmationProps) {
  const text = useFullText()
  const { account, common } = text
  const format = useFormat()
  const { added, alreadyThere, wroteAt, doubtful } = preview
  const facts = [
    wroteAt !== undefined && account.madeOn(format.date(wroteAt)),
    added === 0 ? account.addsNothing : account.adds(added),
    added > 0 && alreadyThere > 0 && account.already(alreadyThere),
  ].filter((fact) => fact !== false)
  return (
    <div class="stack">
      <output>{facts.join(' ')}</output>
      {doubtful.length > 0 && (
        <>
          <p>{account.doubtful(doubtful.length)}</p>
          <ul>
            {doubtful.slice(0, MOST_NAMED).map(({ name, value }) => (
              <li key={value}>
                {labelOf(text, name)}: <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
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
