import type { ClaimItem } from '@countersign/device'
import { Badge } from '@countersign/ui/card.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { labelOf, useFullText } from '@countersign/ui/messages/texts.ts'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useCheckedValue } from '../../claims/checked-value.tsx'
import type { ClaimGroup } from '../../claims/claim-fields.ts'
import { EntryVerification } from '../../verification/entry-verification.tsx'
import { isEdited, undoClaim } from '../vault-edits/unsaved-edits.ts'
import type { VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { VaultClaim } from './vault-claim.tsx'

type VaultGroupProps = ClaimGroup & {
  readonly items: readonly ClaimItem[]
  readonly editing: VaultEditing
  readonly openClaims: OpenClaims
  /** Undefined while the whole vault is shown. */
  readonly isFound: ((claim: string) => boolean) | undefined
}

/** Claims of one kind: those in the vault, and those to add. */
export function VaultGroup({ group, claims, items, editing, openClaims, isFound }: VaultGroupProps) {
  const text = useFullText()
  const id = useId()
  const itemsOf = (claim: string) => items.filter(({ name }) => name === claim)
  const isShown = (claim: string) => openClaims.isOpen(claim) || itemsOf(claim).length > 0
  const rows = claims.filter((claim) => isShown(claim) && (openClaims.isOpen(claim) || isFound?.(claim) !== false))
  const empty = isFound ? [] : claims.filter((claim) => !isShown(claim))
  if (rows.length + empty.length === 0) return null
  return (
    <section class="card vault-group" aria-labelledby={id}>
      <h2 id={id}>{text.vault.groups[group]}</h2>
      {rows.length > 0 && (
        <ul class="vault-rows">
          {rows.map((claim) => (
            <li key={claim} class="vault-row" data-claim={claim}>
              {openClaims.isOpen(claim) ? (
                <VaultClaim
                  claim={claim}
                  items={itemsOf(claim)}
                  editing={editing}
                  onCancel={() => openClaims.close(claim)}
                />
              ) : (
                <ClaimRow claim={claim} items={itemsOf(claim)} onEdit={() => openClaims.open(claim)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <AddList
          group={text.vault.groups[group]}
          claims={empty}
          isOpenFirst={rows.length === 0}
          onAdd={openClaims.open}
        />
      )}
    </section>
  )
}

type AddListProps = {
  readonly group: string
  readonly claims: readonly string[]
  readonly isOpenFirst: boolean
  readonly onAdd: (claim: string) => void
}

/** Claims to add; behind a button once the group has values. */
function AddList({ group, claims, isOpenFirst, onAdd }: AddListProps) {
  const text = useFullText()
  const [isAsked, setAsked] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isAsked) list.current?.querySelector('button')?.focus()
  }, [isAsked])
  if (!isOpenFirst && !isAsked) {
    return (
      <div class="vault-add">
        <Button kind="quiet" onClick={() => setAsked(true)} label={<AddLabel word={text.vault.add} />} about={group} />
      </div>
    )
  }
  return (
    <ul ref={list} class="vault-add" aria-label={`${text.vault.add}: ${group}`}>
      {claims.map((claim) => {
        const label = labelOf(text, claim)
        return (
          <li key={claim} data-claim={claim}>
            <Button
              kind="secondary"
              onClick={() => {
                setAsked(false)
                onAdd(claim)
              }}
              label={<AddLabel word={label} />}
              readAs={text.vault.addClaim(label)}
            />
          </li>
        )
      })}
    </ul>
  )
}

function AddLabel({ word }: { word: string }) {
  return (
    <>
      <Icon name="plus" />
      {word}
    </>
  )
}

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

export type OpenClaims = ReturnType<typeof useOpenClaims>

/** The claims whose fields are shown: those that were opened, and those with unsaved edits. */
export function useOpenClaims({ edits, change }: VaultEditing) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const focusLater = useFocusLater()
  return {
    isOpen: (claim: string) => opened.includes(claim) || isEdited(edits, claim),
    open: (claim: string) => {
      setOpened((all) => [...all, claim])
      focusLater(claim)
    },
    /** Takes its edits back. */
    close: (claim: string) => {
      setOpened((all) => all.filter((each) => each !== claim))
      change((current) => undoClaim(current, claim))
      focusLater(claim)
    },
    closeAll: () => setOpened([]),
  }
}

/** After the pressed button is gone: focuses the first control of the claim. */
function useFocusLater() {
  const waiting = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (waiting.current === undefined || document.activeElement !== document.body) return
    const places = [...document.querySelectorAll<HTMLElement>('[data-claim]')]
    const place = places.find(({ dataset }) => dataset['claim'] === waiting.current)
    waiting.current = undefined
    place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  })
  return (claim: string) => {
    waiting.current = claim
  }
}
