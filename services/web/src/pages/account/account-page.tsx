import type { OpenedProfile } from '@countersign/device'
import { AccountId } from '@countersign/ui/account-id.tsx'
import { Card } from '@countersign/ui/card.tsx'
import { SelectField } from '@countersign/ui/choices.tsx'
import { ConfirmDialog } from '@countersign/ui/dialog.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { EndPage } from '@countersign/ui/end-page.tsx'
import { download } from '@countersign/ui/files.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { LanguageChoice } from '@countersign/ui/page.tsx'
import { here } from '@countersign/ui/place.ts'
import { useSteps } from '@countersign/ui/use-steps.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { signalAccepted } from '../../passkey/signals.ts'
import { IDLE_MINUTES_KEY, readIdleMinutes } from '../../session/idle-watch.ts'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ImportCard } from './import-card.tsx'
import { SecurityMailCard } from './security-mail-card.tsx'

/** `/account`: language, lock, export, import, deletion. */
export function AccountPage() {
  const { account } = useFullText()
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <EndPage title={account.deletedTitle} lead={account.deleted} isGood />
  return <RequireSignIn>{(profile) => <Account profile={profile} onDeleted={() => setDeleted(true)} />}</RequireSignIn>
}

type AccountProps = { readonly profile: OpenedProfile; readonly onDeleted: () => void }

function Account({ profile, onDeleted }: AccountProps) {
  const { account, common } = useFullText()
  const { ask } = useSession()
  const { step, next, back } = useSteps<'account' | 'delete'>('account')
  const contact = useLoaded(() => ask('readSecurityContact', {}))
  if (step === 'delete') return <DeleteAccount onBack={back} onDeleted={onDeleted} />
  return (
    <SignedInFrame current="account" title={account.title} lead={account.lead}>
      <ExportCard />
      <ImportCard />
      <Card icon="globe" title={common.claims.locale} lead={account.languageLead}>
        <LanguageChoice />
      </Card>
      <IdleChoice />
      <AccountId userId={profile.userId} />
      {/* The card below comes up with it, which would move it. */}
      {contact.content?.is_available && <SecurityMailCard profile={profile} known={contact.content.email} />}
      {(contact.content ?? contact.failure) && (
        <Card icon="bin" title={account.delete} lead={account.deleteHint}>
          <div class="actions start">
            <Button kind="secondary" onClick={() => next('delete')} label={account.deleteNext} />
          </div>
        </Card>
      )}
    </SignedInFrame>
  )
}

const MINUTES = [1, 5, 15, 30] as const

function IdleChoice() {
  const { account } = useFullText()
  const { language } = useLanguage()
  const [minutes, setMinutes] = useState(readIdleMinutes)
  const inWords = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const choose = (value: string) => {
    keepIdleMinutes(value)
    setMinutes(readIdleMinutes())
  }
  return (
    <Card icon="clock" title={account.idle} lead={account.idleLead}>
      <SelectField
        label={account.idleAfter}
        value={String(minutes)}
        options={MINUTES.map((each) => ({ value: String(each), label: inWords.format(each) }))}
        onChange={choose}
      />
    </Card>
  )
}

function keepIdleMinutes(minutes: string): void {
  try {
    localStorage.setItem(IDLE_MINUTES_KEY, minutes)
  } catch {
    // Storage is forbidden.
  }
}

type Kind = 'plain' | 'sealed' | 'held'

const CALLS = { plain: 'exportPlain', sealed: 'exportSealed', held: 'exportAccount' } as const
const FILES = { plain: 'vault', sealed: 'vault-locked', held: 'account' } as const

/** Three downloads: a readable copy, a sealed copy, the server's records. The readable one asks for confirmation. */
function ExportCard() {
  const { account, common } = useFullText()
  const { ask } = useSession()
  const task = useTask<Kind>()
  const { protect, dialog } = useStepUp()
  const [isAsking, setAsking] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const close = () => setAsking(false)
  const save = (kind: Kind) => {
    close()
    setSaved(false)
    task.run(kind, async () => {
      const { text } = await protect(() => ask(CALLS[kind], {}))
      const day = new Date().toISOString().slice(0, 10)
      download(`${here().hostname}-${FILES[kind]}-${day}.json`, text, 'application/json')
      setSaved(true)
    })
  }
  return (
    <Card icon="export" title={account.export}>
      <ul class="rows">
        {(['plain', 'sealed', 'held'] as const).map((kind) => (
          <li key={kind}>
            <div class="rows-text">
              <h3>{account[kind]}</h3>
              <p class="fine">{account[`${kind}Hint`]}</p>
            </div>
            <Button
              kind="secondary"
              onClick={kind === 'plain' ? () => setAsking(true) : () => save(kind)}
              busyText={task.running === kind ? account.busy : undefined}
              label={common.save}
              readAs={`${common.save}: ${account[kind]}`}
            />
          </li>
        ))}
      </ul>
      <Notice kind="good">{isSaved && account.saved}</Notice>
      <FailureNotice failure={task.failure} />
      {isAsking && <PlainDialog onSave={() => save('plain')} onClose={close} />}
      {dialog}
    </Card>
  )
}

function PlainDialog({ onSave, onClose }: { onSave: () => void; onClose: () => void }) {
  const { account } = useFullText()
  const { plainTitle: title, plainMessage: message, plainSubmit: confirm } = account
  return (
    <ConfirmDialog {...{ title, message, confirm }} kind="primary" work={async () => onSave()} onCancel={onClose} />
  )
}

function DeleteAccount({ onBack, onDeleted }: { onBack: () => void; onDeleted: () => void }) {
  const { account } = useFullText()
  const { language } = useLanguage()
  const { ask } = useSession()
  const [word, setWord] = useState('')
  const task = useTask<'delete'>()
  const { protect, dialog } = useStepUp()
  const isTyped = word.trim().toLocaleLowerCase(language) === account.deleteWord

  const submit = () =>
    task.run('delete', async () => {
      const { userId } = await protect(() => ask('deleteAccount', {}))
      await signalAccepted(userId, async () => [])
      onDeleted()
    })
  return (
    <SignedInFrame current="account" title={account.deleteTitle}>
      <ul class="card facts danger">
        {account.deletePoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <GuardedForm isCard isValid={isTyped} onSubmit={submit}>
        <Field
          label={account.deleteType(account.deleteWord)}
          value={word}
          onInput={setWord}
          error={isTyped ? undefined : account.deleteWrong(account.deleteWord)}
          name="confirmation"
          autocomplete="off"
          required
        />
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button
            kind="danger"
            type="submit"
            busyText={task.running && account.deleteBusy}
            label={account.deleteSubmit}
          />
          <Button kind="secondary" onClick={onBack} disabled={task.running !== undefined} label={account.keep} />
        </div>
      </GuardedForm>
      {dialog}
    </SignedInFrame>
  )
}
