import './vault.css'
import type { ClaimLabels } from '@countersign/contracts'
import type { OpenedProfile } from '@countersign/device'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { groupClaims } from '../../claims/claim-fields.ts'
import { OperatorTexts } from '../../messages/operator-texts.tsx'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { VaultNotices } from '../../session/vault-notices.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { useWrongFieldFocus } from '../../ui/guarded-form.tsx'
import { EmptyState } from '../../ui/list.tsx'
import { useResult } from '../../ui/loading.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { type Task, useTask } from '../../ui/use-task.ts'
import { VerificationArea } from '../../verification/entry-verification.tsx'
import { IssuedCard } from '../issued-credentials/issued-card.tsx'
import { RenewPassword } from '../renew-password/renew-password.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { type Saved, useUnsavedEdits, type VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { ConflictCard } from './conflict-card.tsx'
import { VaultClaim } from './vault-claim.tsx'

/** The open vault, editable. Input outlives a session that ends in the middle, and other pages. */
export function VaultPage() {
  return <RequireSignIn>{(profile) => <Vault profile={profile} />}</RequireSignIn>
}

const NEARLY_FULL = 25

function Vault({ profile }: { profile: OpenedProfile }) {
  const labels = useOperatorClaims()
  return (
    <OperatorTexts labels={labels}>
      <VaultEditor profile={profile} defined={Object.keys(labels)} />
    </OperatorTexts>
  )
}

type VaultEditorProps = { readonly profile: OpenedProfile; readonly defined: readonly string[] }

function VaultEditor({ profile, defined }: VaultEditorProps) {
  const text = useFullText()
  const editing = useUnsavedEdits(profile)
  const { changes } = editing
  const { task, saved, onEdit, onSave, onUndo, onDiscard } = useSaving(editing)
  // From the first render, so that the form can report success.
  const [needsRenewal] = useState(profile.needsNewPasswordRecord)
  const { room } = profile
  useUnloadGuard(changes > 0)
  const form = useRef<HTMLFormElement>(null)
  useWrongFieldFocus(form, task.failure?.code === 'malformed_claim' && task.failure)

  return (
    <SignedInFrame current="home" title={text.vault.title} lead={text.vault.lead}>
      <VaultNotices profile={profile} />
      {needsRenewal && <RenewPassword />}
      {profile.conflicts.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} claims={profile.claims} />
      ))}
      <WhereEmpty profile={profile} />
      <Notice>{room <= NEARLY_FULL && text.vault.room(room)}</Notice>
      <VerificationArea>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSave()
          }}
          onInput={onEdit}
        >
          {groupClaims(profile.claims, defined).map(({ group, claims }) => (
            <fieldset key={group} class="card stack">
              <legend>{text.vault.groups[group]}</legend>
              {claims.map((claim) => (
                <VaultClaim key={claim} claim={claim} items={profile.claims} editing={editing} />
              ))}
            </fieldset>
          ))}
          <SaveBar task={task} changes={changes} saved={saved} onUndo={onUndo} onDiscard={onDiscard} />
        </form>
      </VerificationArea>
      <IssuedCard credentials={profile.credentials} />
    </SignedInFrame>
  )
}

function useSaving({ changes, save, discard }: VaultEditing) {
  const { ask } = useSession()
  const task = useTask<'save' | 'undo'>()
  const [saved, setSaved] = useState<Saved | 'undone'>()
  return {
    task,
    saved,
    onEdit: () => setSaved(undefined),
    onSave: () => changes > 0 && task.run('save', async () => setSaved(await save())),
    onUndo: ({ inverse }: Saved) =>
      task.run('undo', async () => {
        await ask('saveItems', inverse)
        setSaved('undone')
      }),
    onDiscard: () => {
      discard()
      setSaved('undone')
    },
  }
}

function WhereEmpty({ profile: { claims, credentials } }: { profile: OpenedProfile }) {
  const { vault } = useFullText()
  return claims.length + credentials.length === 0 ? (
    <EmptyState picture="vault" title={vault.emptyTitle}>
      {vault.empty}
    </EmptyState>
  ) : null
}

/** Makes the browser ask before a reload or a closed tab loses changes. */
function useUnloadGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
}

type SaveBarProps = {
  readonly task: Task<'save' | 'undo'>
  readonly changes: number
  /** The last save or undo; undefined after a new change. */
  readonly saved: Saved | 'undone' | undefined
  readonly onUndo: (saved: Saved) => void
  readonly onDiscard: () => void
}

function SaveBar({ task, changes, saved, onUndo, onDiscard }: SaveBarProps) {
  const text = useFullText()
  const isDone = saved !== undefined && changes === 0
  const region = useFocusAfter(isDone, saved)
  const isNeeded = changes > 0 || isDone || task.failure !== undefined
  return (
    <Bar isShown={isNeeded}>
      <FailureNotice failure={task.failure} />
      <div class="vault-saved" ref={region} tabIndex={-1}>
        <Notice kind="good">{isDone && <Outcome saved={saved} />}</Notice>
        {isDone && saved !== 'undone' && (
          <Button
            kind="quiet"
            busyText={task.running === 'undo' ? text.vault.undo : undefined}
            onClick={() => onUndo(saved)}
            label={text.vault.undo}
          />
        )}
      </div>
      {changes > 0 && (
        <div class="actions">
          <span class="fine">{text.vault.unsaved(changes)}</span>
          <Button kind="quiet" onClick={onDiscard} label={text.vault.discard} />
          <Button
            type="submit"
            busyText={task.running === 'save' ? text.common.saving : undefined}
            label={text.common.save}
          />
        </div>
      )}
    </Bar>
  )
}

/** After the focused button is gone: focuses Undo, else the message. */
function useFocusAfter(isDone: boolean, saved: SaveBarProps['saved']): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = region
    if (!isDone || document.activeElement !== document.body) return
    const target = current?.querySelector('button') ?? current
    target?.focus()
  }, [isDone, saved])
  return region
}

function Outcome({ saved }: { saved: Saved | 'undone' }) {
  const { vault } = useFullText()
  if (saved === 'undone') return <>{vault.undone}</>
  return <>{saved.conflicts === 0 ? vault.saved : vault.savedWithConflicts(saved.conflicts)}</>
}

const NONE: Readonly<Record<string, ClaimLabels>> = {}

/** The operator's claims with their labels; empty until loaded, since the vault shows without them. */
function useOperatorClaims() {
  const { ask } = useSession()
  const claims = useResult(() => ask('listOperatorClaims', {}), [])
  return useMemo(() => (claims ? Object.fromEntries(claims.map(({ name, labels }) => [name, labels])) : NONE), [claims])
}
