import type { ClaimItem } from '@countersign/device'
import { Button } from '@countersign/ui/button.tsx'
import { Badge } from '@countersign/ui/card.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { labelOf } from '@countersign/ui/messages/messages.ts'
import { useFullText } from '@countersign/ui/messages/use-text.tsx'
import { useCheckedValue } from '../../claims/checked-value.tsx'
import { EntryVerification } from '../../verification/entry-verification.tsx'

type ClaimRowProps = {
  readonly claim: string
  /** The one that is offered first comes first. */
  readonly items: readonly ClaimItem[]
  readonly onEdit: () => void
}

/** A claim's values, to read. */
export function ClaimRow({ claim, items, onEdit }: ClaimRowProps) {
  const text = useFullText()
  const label = labelOf(text, claim)
  const [first] = items
  return (
    <>
      <div class="vault-row-text">
        <span class="vault-row-label">{label}</span>
        {items.map((item) => (
          <Value key={item.id} item={item} isFirst={items.length > 1 && item === first} />
        ))}
      </div>
      <Button kind="quiet" onClick={onEdit} label={text.vault.edit} about={label} />
    </>
  )
}

function Value({ item, isFirst }: { item: ClaimItem; isFirst: boolean }) {
  const text = useFullText()
  const { id, name, value, label = '' } = item
  const { error } = useCheckedValue({ claim: name, value, onInput: () => undefined })
  return (
    <div class="vault-row-value">
      <ClaimText claim={name} value={value} />
      {label !== '' && <bdi class="fine">{label}</bdi>}
      {isFirst && <Badge>{text.vault.offeredFirst}</Badge>}
      <EntryVerification id={id} value={value} />
      {error !== undefined && <p class="value-field-problem">{error}</p>}
    </div>
  )
}
