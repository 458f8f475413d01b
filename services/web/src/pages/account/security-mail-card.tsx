import type { OpenedProfile } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { SentCodeForm, sentencesOf } from '../../verification/verify-dialog.tsx'

type SecurityMailProps = { readonly profile: OpenedProfile; readonly known: string | null }

/** Mail about security changes: off until the person gives the service an address for it. */
export function SecurityMailCard({ profile, known }: SecurityMailProps) {
  const { securityMail } = useFullText()
  const { ask } = useSession()
  const { protect, dialog } = useStepUp()
  const task = useTask<'end'>()
  const [email, setEmail] = useState(known)
  const [isChoosing, setChoosing] = useState(false)
  const [done, setDone] = useState('')
  const end = () =>
    task.run('end', async () => {
      await protect(() => ask('endSecurityContact', {}))
      setEmail(null)
      setDone(securityMail.ended)
    })
  const choose = () => {
    setDone('')
    setChoosing(true)
  }
  return (
    <Card icon="mail" title={securityMail.title} lead={email === null ? securityMail.lead : securityMail.on(email)}>
      <Notice kind="good">{done}</Notice>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={choose}
          label={email === null ? securityMail.turnOn : securityMail.changeAddress}
        />
        {email !== null && (
          <Button kind="quiet" onClick={end} busyText={task.running && securityMail.end} label={securityMail.end} />
        )}
      </div>
      {isChoosing && (
        <AddressDialog
          proposed={email ?? profile.values['email'] ?? ''}
          onDone={(chosen) => {
            setEmail(chosen)
            setChoosing(false)
            setDone(securityMail.started)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {dialog}
    </Card>
  )
}

type AddressDialogProps = {
  readonly proposed: string
  readonly onDone: (email: string | null) => void
  readonly onClose: () => void
}

function AddressDialog({ proposed, onDone, onClose }: AddressDialogProps) {
  const text = useFullText()
  const { language } = useLanguage()
  const { ask } = useSession()
  const { protect, dialog } = useStepUp()
  const task = useTask<'send' | 'finish'>()
  const [email, setEmail] = useState(proposed)
  const [wasSent, setSent] = useState(false)
  const { securityMail, verification, values } = text
  const isAddress = /^\S+@\S+\.\S+$/.test(email.trim())
  const send = () =>
    task.run('send', async () => {
      await ask('startSecurityContact', { email: email.trim(), language })
      setSent(true)
    })
  const finish = (code: string) =>
    task.run('finish', async () => onDone((await protect(() => ask('finishSecurityContact', { code }))).email))
  return (
    <Dialog title={securityMail.title} message={securityMail.knows} onCancel={onClose}>
      <div class="stack">
        {wasSent ? (
          <>
            <Notice>{task.failure === undefined && securityMail.sent(email.trim())}</Notice>
            <SentCodeForm isBusy={task.running === 'finish'} onFinish={finish} />
          </>
        ) : (
          <GuardedForm isValid={isAddress} onSubmit={send}>
            <Field
              label={text.common.claims.email}
              value={email}
              onInput={setEmail}
              error={isAddress ? undefined : values.problems.email}
              type="email"
              name="email"
              autocomplete="email"
              required
            />
            <Button type="submit" busyText={task.running && verification.sending} label={securityMail.send} />
          </GuardedForm>
        )}
        <FailureNotice failure={task.failure} own={sentencesOf(text)} />
        <div class="actions start">
          {wasSent && <Button kind="quiet" onClick={() => setSent(false)} label={securityMail.anotherAddress} />}
          <Button kind="quiet" onClick={onClose} label={text.common.cancel} />
        </div>
      </div>
      {dialog}
    </Dialog>
  )
}
