import { useEffect, useState } from 'preact/hooks'
import { fieldOf, MAX_VALUE_LENGTH, VAULT_GROUPS } from '../consent/claim-fields.ts'
import { type Drafts, useDrafts } from '../drafts.ts'
import { hintOf, labelOf } from '../messages/messages.ts'
import { useFormat, useFullText } from '../messages/use-text.tsx'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { type Task, useTask } from '../ui/use-task.ts'
import type { OpenedProfile } from '../vault/protocol.ts'
import { UnlockPage } from './sign-in-page.tsx'

/** The open vault, to be filled in. What is typed outlives a session that ends in the middle. */
export function VaultPage() {
  const { state } = useSession()
  const drafts = useDrafts()
  if (state.status === 'locked') return <UnlockPage authRequestId={undefined} />
  return <VaultEditor profile={state.profile} drafts={drafts} />
}

type VaultTask = 'save' | 'sign-out'

function VaultEditor({ profile, drafts }: { profile: OpenedProfile; drafts: Drafts }) {
  const text = useFullText()
  const { ask, lock } = useSession()
  const task = useTask<VaultTask>()
  const [conflicts, setConflicts] = useState<number>()
  const [isLeaving, setLeaving] = useState(false)
  const changes = changedClaims(profile, drafts)
  useUnloadGuard(changes.length > 0)

  const save = async () => {
    const values = Object.fromEntries(changes.map((claim) => [claim, (drafts.values[claim] ?? '').trim()]))
    const saved = await ask('saveProfile', { values })
    drafts.clear()
    setConflicts(saved.conflicts.length)
  }
  const signOut = async () => {
    // Locked here whatever the server says: its session ends by itself when it is not used.
    await ask('signOut', {}).catch(() => undefined)
    lock('signed_out')
  }
  const leave = (shouldSave: boolean) => {
    setLeaving(false)
    task.run('sign-out', async () => {
      if (shouldSave) await save()
      await signOut()
    })
  }
  const askToLeave = () => (changes.length > 0 ? setLeaving(true) : leave(false))

  return (
    <Page
      current="home"
      title={text.vault.title}
      lead={text.vault.lead}
      action={<SignOutButton task={task} onClick={askToLeave} />}
    >
      {profile.isFirstUse && <FirstUse profile={profile} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (changes.length > 0) task.run('save', save)
        }}
        onInput={() => setConflicts(undefined)}
      >
        <VaultFields profile={profile} drafts={drafts} />
        <SaveBar task={task} changes={changes.length} conflicts={conflicts} onDiscard={drafts.clear} />
      </form>
      {isLeaving && <LeaveDialog onCancel={() => setLeaving(false)} onChoose={leave} />}
    </Page>
  )
}

/** Who opens a vault on a new device can see whether anybody else changed it. */
function FirstUse({ profile: { lastChanged } }: { profile: OpenedProfile }) {
  const text = useFullText()
  const format = useFormat()
  return <Notice>{text.vault.firstUse(format.dateTime(lastChanged.at), lastChanged.device)}</Notice>
}

function SignOutButton({ task, onClick }: { task: Task<VaultTask>; onClick: () => void }) {
  const text = useFullText()
  return (
    <Button kind="quiet" busyText={task.running === 'sign-out' ? text.common.signOut : undefined} onClick={onClick}>
      {text.common.signOut}
    </Button>
  )
}

function VaultFields({ profile, drafts }: { profile: OpenedProfile; drafts: Drafts }) {
  const text = useFullText()
  return VAULT_GROUPS.map(({ group, claims }) => (
    <fieldset key={group} class="card stack">
      <legend>{text.vault.groups[group]}</legend>
      {claims.map((claim) => (
        <Field
          key={claim}
          {...fieldOf(claim)}
          label={labelOf(text, claim)}
          hint={hintOf(text, claim)}
          name={claim}
          maxLength={MAX_VALUE_LENGTH}
          value={drafts.values[claim] ?? profile.values[claim] ?? ''}
          onInput={(value) => drafts.set(claim, value)}
        />
      ))}
    </fieldset>
  ))
}

interface SaveBarProps {
  readonly task: Task<VaultTask>
  readonly changes: number
  readonly conflicts: number | undefined
  readonly onDiscard: () => void
}

function SaveBar({ task, changes, conflicts, onDiscard }: SaveBarProps) {
  const text = useFullText()
  const done = conflicts === undefined || conflicts === 0 ? text.vault.saved : text.vault.savedWithConflicts(conflicts)
  return (
    <div class="save-bar">
      <FailureNotice failure={task.failure} />
      <Notice kind="good">{conflicts !== undefined && changes === 0 && done}</Notice>
      <div class="actions">
        <span class="fine">{changes > 0 ? text.vault.unsaved(changes) : text.vault.upToDate}</span>
        {changes > 0 && (
          <Button kind="quiet" onClick={onDiscard}>
            {text.vault.discard}
          </Button>
        )}
        <Button
          type="submit"
          disabled={changes === 0}
          busyText={task.running === 'save' ? text.vault.saving : undefined}
        >
          {text.vault.save}
        </Button>
      </div>
    </div>
  )
}

function LeaveDialog({ onChoose, onCancel }: { onChoose: (shouldSave: boolean) => void; onCancel: () => void }) {
  const text = useFullText()
  return (
    <ConfirmDialog title={text.vault.leaveTitle} message={text.vault.leave} onCancel={onCancel}>
      <Button kind="quiet" onClick={onCancel}>
        {text.common.cancel}
      </Button>
      <Button kind="secondary" onClick={() => onChoose(false)}>
        {text.vault.leaveDiscard}
      </Button>
      <Button onClick={() => onChoose(true)}>{text.vault.leaveSave}</Button>
    </ConfirmDialog>
  )
}

function changedClaims(profile: OpenedProfile, drafts: Drafts): string[] {
  const typed = Object.entries(drafts.values)
  return typed.filter(([claim, value]) => value.trim() !== (profile.values[claim] ?? '')).map(([claim]) => claim)
}

/** The browser asks before a reload or a closed tab throws changes away. */
function useUnloadGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
}
