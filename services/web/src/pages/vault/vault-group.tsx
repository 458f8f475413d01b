import type { ClaimItem } from '@countersign/device'
import { Button } from '@countersign/ui/button.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { labelOf } from '@countersign/ui/messages/messages.ts'
import { useFullText } from '@countersign/ui/messages/use-text.tsx'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { ClaimGroup } from '../../claims/claim-fields.ts'
import type { VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { ClaimRow } from './claim-row.tsx'
import type { OpenClaims } from './use-open-claims.ts'
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
