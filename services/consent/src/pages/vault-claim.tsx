import { useEffect, useRef } from 'preact/hooks'
import { fieldOf, MAX_VALUE_LENGTH, mayHaveSeveral } from '../consent/claim-fields.ts'
import { editEntry, takeMine, typeAdded } from '../consent/edit-vault.ts'
import { type AddedEntry, type EditedEntry, withEdits } from '../consent/vault-edits.ts'
import { hintOf, labelOf } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ClaimItem } from '../vault/views.ts'
import type { useVaultEdits } from './use-vault-edits.ts'
import { VaultEntries } from './vault-entries.tsx'

export interface VaultClaimProps {
  readonly claim: string
  /** All of the vault. */
  readonly items: readonly ClaimItem[]
  readonly editing: ReturnType<typeof useVaultEdits>
}

/** One claim: an empty place, its value, or its values; and the way to another one. */
export function VaultClaim({ claim, items, editing }: VaultClaimProps) {
  const text = useFullText()
  const { edits, change } = editing
  const entries = withEdits(
    items.filter(({ name }) => name === claim),
    edits,
  )
  const added = edits.added.filter(({ name }) => name === claim)
  const focusLater = useFocusLater()
  const add = () => {
    const key = `${claim}-${crypto.randomUUID()}`
    change((current) => typeAdded(current, key, { name: claim }))
    focusLater(key)
  }
  const [only] = entries
  const isSingle = entries.length + added.length <= 1
  return (
    <div class="vault-claim">
      {!isSingle && <VaultEntries claim={claim} entries={entries} added={added} editing={editing} />}
      {isSingle && only && <OnlyEntry entry={only} editing={editing} />}
      {isSingle && !only && <EmptyPlace claim={claim} added={added[0]} editing={editing} />}
      {entries.length > 0 && mayHaveSeveral(claim) && (
        <Button kind="quiet" onClick={add}>
          {text.vault.addAnother}
          <span class="visually-hidden"> {labelOf(text, claim)}</span>
        </Button>
      )}
    </div>
  )
}

type Editing = Pick<VaultClaimProps, 'editing'>

/** The one value of a claim. To empty it is to remove it. */
function OnlyEntry({ entry, editing: { change } }: Editing & { entry: EditedEntry }) {
  return (
    <>
      <ClaimField
        claim={entry.name}
        name={entry.name}
        value={entry.value}
        onInput={(value) => change((current) => editEntry(current, entry, { value, isRemoved: false }))}
      />
      <ChangedElsewhere entry={entry} onTakeMine={() => change((current) => takeMine(current, entry))} />
    </>
  )
}

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

function EmptyPlace({ claim, added, editing }: Editing & { claim: string; added: AddedEntry | undefined }) {
  const key = added?.key ?? claim
  return (
    <ClaimField
      claim={claim}
      name={claim}
      value={added?.value ?? ''}
      onInput={(value) => editing.change((current) => typeAdded(current, key, { name: claim, value }))}
    />
  )
}

interface ClaimFieldProps {
  readonly claim: string
  readonly name: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** Where there are several: which one. */
  readonly label?: string
}

export function ClaimField({ claim, label, ...props }: ClaimFieldProps) {
  const text = useFullText()
  return (
    <Field
      {...fieldOf(claim)}
      {...props}
      label={label ?? labelOf(text, claim)}
      hint={hintOf(text, claim)}
      maxLength={MAX_VALUE_LENGTH}
    />
  )
}

/** Gives the focus to a field that is only there after the next render. */
function useFocusLater(): (name: string) => void {
  const wanted = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const [field] = document.getElementsByName(wanted.current)
    if (!field) return
    wanted.current = undefined
    field.focus()
  })
  return (name) => {
    wanted.current = name
  }
}
