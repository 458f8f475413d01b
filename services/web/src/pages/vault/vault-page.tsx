import './vault.css'
import type { ClaimLabels } from '@countersign/contracts'
import type { OpenedProfile } from '@countersign/device'
import { useWrongFieldFocus } from '@countersign/ui/guarded-form.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { useResult } from '@countersign/ui/loading.tsx'
import { OperatorTexts } from '@countersign/ui/messages/operator-texts.tsx'
import { useFullText } from '@countersign/ui/messages/use-text.tsx'
import { Notice } from '@countersign/ui/notice.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { groupClaims } from '../../claims/claim-fields.ts'
import { useSession } from '../../session/session.tsx'
import { VaultNotices } from '../../session/vault-notices.tsx'
import { VerificationArea } from '../../verification/entry-verification.tsx'
import { IssuedCard } from '../issued-credentials/issued-card.tsx'
import { RenewPassword } from '../renew-password/renew-password.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { type Saved, useUnsavedEdits, type VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { ConflictCard } from './conflict-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SaveBar } from './save-bar.tsx'
import { type OpenClaims, useOpenClaims } from './use-open-claims.ts'
import { useVaultSearch } from './use-vault-search.tsx'
import { VaultGroup } from './vault-group.tsx'

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
  const openClaims = useOpenClaims(editing)
  const { field, isFound } = useVaultSearch(profile.claims)
  const { task, saved, onEdit, onSave, onUndo, onDiscard } = useSaving(editing, openClaims)
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
      <Notice>{room <= NEARLY_FULL && text.vault.room(room)}</Notice>
      <ProfileCard profile={profile} />
      <WhereEmpty profile={profile} />
      {field}
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
          {groupClaims(profile.claims, defined).map((group) => (
            <VaultGroup key={group.group} {...group} {...{ editing, openClaims, isFound }} items={profile.claims} />
          ))}
          <SaveBar task={task} changes={changes} saved={saved} onUndo={onUndo} onDiscard={onDiscard} />
        </form>
      </VerificationArea>
      <IssuedCard credentials={profile.credentials} />
    </SignedInFrame>
  )
}

function useSaving({ changes, save, discard }: VaultEditing, { closeAll }: OpenClaims) {
  const { ask } = useSession()
  const task = useTask<'save' | 'undo'>()
  const [saved, setSaved] = useState<Saved | 'undone'>()
  return {
    task,
    saved,
    onEdit: () => setSaved(undefined),
    onSave: () =>
      changes > 0 &&
      task.run('save', async () => {
        setSaved(await save())
        closeAll()
      }),
    onUndo: ({ inverse }: Saved) =>
      task.run('undo', async () => {
        await ask('saveItems', inverse)
        setSaved('undone')
      }),
    onDiscard: () => {
      discard()
      closeAll()
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

const NONE: Readonly<Record<string, ClaimLabels>> = {}

/** The operator's claims with their labels; empty until loaded, since the vault shows without them. */
function useOperatorClaims() {
  const { ask } = useSession()
  const claims = useResult(() => ask('listOperatorClaims', {}), [])
  return useMemo(() => (claims ? Object.fromEntries(claims.map(({ name, labels }) => [name, labels])) : NONE), [claims])
}
