import './vault.css'
import type { ClaimLabels } from '@countersign/contracts'
import type { ClaimItem, OpenedProfile } from '@countersign/device'
import { Avatar } from '@countersign/ui/avatar.tsx'
import { Notice } from '@countersign/ui/elements.tsx'
import { Field, useWrongFieldFocus } from '@countersign/ui/form.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { useResult } from '@countersign/ui/loading.tsx'
import { OperatorTexts } from '@countersign/ui/messages/operator-texts.tsx'
import { labelOf, useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { groupClaims } from '../../claims/claim-fields.ts'
import { useSession } from '../../session/session.tsx'
import { VaultNotices } from '../../session/vault-notices.tsx'
import { VerificationArea } from '../../verification/entry-verification.tsx'
import { IssuedCard } from '../issued-credentials/issued-card.tsx'
import { RenewPassword } from '../renew-password/renew-password.tsx'
import { namesOf } from '../signed-in/names-of.ts'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { type Saved, useUnsavedEdits, type VaultEditing } from '../vault-edits/use-unsaved-edits.ts'
import { ConflictCard } from './conflict-card.tsx'
import { PasskeyOffer } from './passkey-offer.tsx'
import { SaveBar } from './save-bar.tsx'
import { type OpenClaims, useOpenClaims, VaultGroup } from './vault-group.tsx'

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
      <PasskeyOffer profile={profile} />
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

/** The owner of the vault: picture, name and address. */
export function ProfileCard({ profile }: { profile: OpenedProfile }) {
  const { name, login } = namesOf(profile)
  const { picture, email = '' } = profile.values
  const [title, ...others] = new Set([name, email, login].filter((each) => each !== ''))
  if (title === undefined) return null
  return (
    <section class="card vault-profile">
      <Avatar name={title} picture={picture} isLarge />
      <div>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {others.map((each) => (
          <p key={each} class="fine">
            <bdi>{each}</bdi>
          </p>
        ))}
      </div>
    </section>
  )
}

/** Fewer are in sight at once. */
const MANY = 12

/** Finds claims by their label, their values and their owner's words for them. `field` is empty in a small vault. */
export function useVaultSearch(items: readonly ClaimItem[]) {
  const text = useFullText()
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const fold = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(language)
  const query = fold(typed.trim())
  const isFound = (claim: string) => {
    const values = items.filter(({ name }) => name === claim).flatMap(({ value, label = '' }) => [value, label])
    return [labelOf(text, claim), ...values].some((words) => fold(words).includes(query))
  }
  const isMany = items.length > MANY
  const isNone = !items.some(({ name }) => isFound(name))
  const field = isMany && (
    <Field
      type="search"
      label={text.vault.search}
      value={typed}
      onInput={setTyped}
      name="search"
      autocomplete="off"
      hint={isNone ? text.vault.searchEmpty : undefined}
    />
  )
  return { field, isFound: isMany && query !== '' ? isFound : undefined }
}
