import type { ClaimItem } from '@countersign/device'
import { Button } from '@countersign/ui/elements.tsx'
import { labelOf, useFullText } from '@countersign/ui/messages/texts.ts'
import { useEffect, useRef } from 'preact/hooks'
import { mayHaveSeveral } from '../../claims/claim-fields.ts'
import { ValueField } from '../../claims/value-field.tsx'
import { EntryVerification } from '../../verification/entry-verification.tsx'
import {
  type AddedEntry,
  type EditedEntry,
  editEntry,
  takeMine,
  typeAdded,
  withEdits,
} from '../vault-edits/unsaved-edits.ts'
import type { VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { ChangedElsewhere } from './conflict-card.tsx'
import { VaultEntries, WhoHas } from './vault-entries.tsx'

type VaultClaimProps = {
  readonly claim: string
  readonly items: readonly ClaimItem[]
  readonly editing: VaultEditing
  readonly onCancel: () => void
}

/** The fields of a claim, and the actions on its values. */
export function VaultClaim({ claim, items, editing, onCancel }: VaultClaimProps) {
  const text = useFullText()
  const { edits, change } = editing
  const entries = withEdits(items, edits)
  const added = edits.added.filter(({ name }) => name === claim)
  const focusLater = useFocusLater()
  const add = () => {
    const key = `${claim}-${crypto.randomUUID()}`
    change((current) => typeAdded(current, key, { name: claim }))
    focusLater(key)
  }
  const [only] = entries
  const isSingle = entries.length + added.length <= 1
  const label = labelOf(text, claim)
  return (
    <div class="vault-claim">
      {!isSingle && <VaultEntries claim={claim} entries={entries} added={added} editing={editing} />}
      {isSingle && only && <OnlyEntry entry={only} editing={editing} />}
      {isSingle && !only && <EmptyPlace claim={claim} added={added[0]} editing={editing} />}
      <div class="actions start">
        <Button kind="secondary" onClick={onCancel} label={text.common.cancel} about={label} />
        {entries.length > 0 && mayHaveSeveral(claim) && (
          <Button kind="quiet" onClick={add} label={text.vault.addAnother} about={label} />
        )}
      </div>
    </div>
  )
}

type Editing = Pick<VaultClaimProps, 'editing'>

/** The only value of a claim. Emptying it removes it. */
function OnlyEntry({ entry, editing: { change } }: Editing & { entry: EditedEntry }) {
  const text = useFullText()
  return (
    <>
      <ValueField
        claim={entry.name}
        name={entry.name}
        value={entry.value}
        onInput={(value) => change((current) => editEntry(current, entry, { value, isRemoved: false }))}
      />
      <ChangedElsewhere entry={entry} onTakeMine={() => change((current) => takeMine(current, entry))} />
      <div class="vault-claim-more">
        <WhoHas of={labelOf(text, entry.name)} entry={entry} />
        <EntryVerification id={entry.id} value={entry.value} />
      </div>
    </>
  )
}

function EmptyPlace({ claim, added, editing }: Editing & { claim: string; added: AddedEntry | undefined }) {
  const key = added?.key ?? claim
  return (
    <ValueField
      claim={claim}
      name={claim}
      value={added?.value ?? ''}
      onInput={(value) => editing.change((current) => typeAdded(current, key, { name: claim, value }))}
    />
  )
}

/** Focuses a field that the next render adds. */
function useFocusLater(): (name: string) => void {
  const fieldName = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (fieldName.current === undefined) return
    const [field] = document.getElementsByName(fieldName.current)
    if (!field) return
    fieldName.current = undefined
    field.focus()
  })
  return (name) => {
    fieldName.current = name
  }
}
