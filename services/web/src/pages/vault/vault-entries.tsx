import type { AppHistory, ClaimItem } from '@countersign/device'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useId, useState } from 'preact/hooks'
import { ValueField } from '../../claims/value-field.tsx'
import { useSession } from '../../session/session.tsx'
import { EntryVerification } from '../../verification/entry-verification.tsx'
import {
  type AddedEntry,
  dropAdded,
  type EditedEntry,
  editEntry,
  preferEntry,
  takeMine,
  typeAdded,
  undoEntry,
} from '../vault-edits/unsaved-edits.ts'
import type { VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { ChangedElsewhere } from './conflict-card.tsx'

type VaultEntriesProps = {
  readonly claim: string
  readonly editing: VaultEditing
  readonly entries: readonly EditedEntry[]
  readonly added: readonly AddedEntry[]
}

const LABEL_LENGTH = 60

/** Several values of a claim, each with the user's label; one is preferred. */
export function VaultEntries({ claim, entries, added, editing }: VaultEntriesProps) {
  const text = useFullText()
  const format = useFormat()
  const label = labelOf(text, claim)
  const first = entries.find(({ isPreferred }) => isPreferred) ?? entries[0]
  return (
    <fieldset class="vault-entries">
      <legend>{label}</legend>
      {entries.map((entry, index) => (
        <Entry
          key={entry.id}
          entry={entry}
          nth={format.number(index + 1)}
          isFirst={entry.id === first?.id}
          siblings={entries}
          editing={editing}
        />
      ))}
      {added.map((entry, index) => (
        <NewEntry key={entry.key} entry={entry} nth={format.number(entries.length + index + 1)} editing={editing} />
      ))}
    </fieldset>
  )
}

type EntryProps = {
  readonly editing: VaultEditing
  readonly entry: EditedEntry
  readonly nth: string
  readonly isFirst: boolean
  readonly siblings: readonly EditedEntry[]
}

function Entry({ entry, nth, isFirst, siblings, editing: { change } }: EntryProps) {
  const label = `${labelOf(useFullText(), entry.name)} ${nth}`
  if (entry.isRemoved)
    return <RemovedEntry entry={entry} onUndo={() => change((edits) => undoEntry(edits, entry.id))} />
  return (
    <div class="vault-entry">
      <ValueField
        claim={entry.name}
        name={entry.id}
        label={label}
        value={entry.value}
        onInput={(value) => change((edits) => editEntry(edits, entry, { value }))}
      />
      <LabelField
        nth={nth}
        value={entry.label ?? ''}
        onInput={(word) => change((edits) => editEntry(edits, entry, { label: word }))}
      />
      <ChangedElsewhere entry={entry} onTakeMine={() => change((edits) => takeMine(edits, entry))} />
      <div class="vault-claim-more">
        <WhoHas of={label} entry={entry} />
        <EntryVerification id={entry.id} value={entry.value} />
      </div>
      <div class="actions start">
        <FirstChoice
          claim={entry.name}
          of={label}
          isFirst={isFirst}
          onChoose={() => change((edits) => preferEntry(edits, entry, siblings))}
        />
        <RemoveButton of={label} onClick={() => change((edits) => editEntry(edits, entry, { isRemoved: true }))} />
      </div>
    </div>
  )
}

function NewEntry({ entry, nth, editing: { change } }: Pick<EntryProps, 'nth' | 'editing'> & { entry: AddedEntry }) {
  const { key, name, value, label: word } = entry
  const label = `${labelOf(useFullText(), name)} ${nth}`
  return (
    <div class="vault-entry">
      <ValueField
        claim={name}
        name={key}
        label={label}
        value={value}
        onInput={(next) => change((edits) => typeAdded(edits, key, { name, value: next }))}
      />
      <LabelField
        nth={nth}
        value={word}
        onInput={(next) => change((edits) => typeAdded(edits, key, { name, label: next }))}
      />
      <div class="actions start">
        <RemoveButton of={label} onClick={() => change((edits) => dropAdded(edits, key))} />
      </div>
    </div>
  )
}

function RemovedEntry({ entry, onUndo }: { entry: EditedEntry; onUndo: () => void }) {
  const text = useFullText()
  return (
    <div class="vault-entry removed">
      <p>
        <s>
          <ClaimText claim={entry.name} value={entry.value} />
        </s>{' '}
        <span class="fine">{text.vault.removed}</span>
      </p>
      <Button kind="quiet" onClick={onUndo} label={text.vault.undo} about={entry.value} />
    </div>
  )
}

function LabelField({ nth, value, onInput }: { nth: string; value: string; onInput: (value: string) => void }) {
  const text = useFullText()
  return <Field label={text.vault.label(nth)} value={value} maxLength={LABEL_LENGTH} onInput={onInput} />
}

function FirstChoice(props: { claim: string; of: string; isFirst: boolean; onChoose: () => void }) {
  const text = useFullText()
  const id = useId()
  return (
    <label for={id} class="vault-first-choice">
      <input id={id} type="radio" name={`first-${props.claim}`} checked={props.isFirst} onChange={props.onChoose} />
      {text.vault.offerFirst}
      <span class="visually-hidden"> {props.of}</span>
    </label>
  )
}

function RemoveButton({ of, onClick }: { of: string; onClick: () => void }) {
  const text = useFullText()
  return <Button kind="quiet" onClick={onClick} label={text.vault.remove} about={of} />
}

/** The apps that were given this exact value, and when; loaded on demand. */
export function WhoHas({ of, entry }: { of: string; entry: Pick<ClaimItem, 'name' | 'value'> }) {
  const { vault } = useFullText()
  const { ask } = useSession()
  const [history, setHistory] = useState<readonly AppHistory[]>()
  const load = async (isOpen: boolean) => setHistory(isOpen ? await ask('readAppHistory', {}) : undefined)
  return (
    <details
      class="more vault-who-has"
      onToggle={(event) => void load(event.currentTarget.open).catch(() => undefined)}
    >
      <summary>
        <Icon name="people" />
        {vault.whoHas}
        <span class="visually-hidden"> {of}</span>
      </summary>
      {history && <Holders history={history} entry={entry} />}
    </details>
  )
}

function Holders({ history, entry }: { history: readonly AppHistory[]; entry: Pick<ClaimItem, 'name' | 'value'> }) {
  const text = useFullText()
  const format = useFormat()
  const holders = history.flatMap(({ clientId, name, released }) => {
    const given = released.find(({ claim, value }) => claim === entry.name && value === entry.value)
    return given ? [{ clientId, name: name === '' ? clientId : name, given }] : []
  })
  if (holders.length === 0) return <p class="fine">{text.vault.nobodyHas}</p>
  return (
    <ul class="vault-holders">
      {holders.map(({ clientId, name, given: { first, last } }) => (
        <li key={clientId}>
          <bdi>{name}</bdi> <span class="fine">{text.apps.given(format.date(first), format.date(last))}</span>
        </li>
      ))}
    </ul>
  )
}
