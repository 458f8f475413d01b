import type { ClaimItem } from '@countersign/device'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { CodeForm } from '@countersign/ui/form-actions.tsx'
import { type FullText, labelOf, useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../session/session.tsx'

/** The last code: the entry and value it was sent for, and its expiry. */
export type SentCode = Pick<ClaimItem, 'id' | 'value'> & { readonly until: number }

type VerifyDialogProps = {
  readonly item: ClaimItem
  readonly sent: { current: SentCode | undefined }
  readonly onClose: () => void
}

export function VerifyDialog({ item, sent, onClose }: VerifyDialogProps) {
  const text = useFullText()
  const { language } = useLanguage()
  const { ask } = useSession()
  const task = useTask<'send' | 'finish'>()
  const [wasSent, setSent] = useState(() => isUnderWay(sent.current, item))
  const send = () =>
    task.run('send', async () => {
      setSent(false)
      sent.current = undefined
      await ask('startVerification', { itemId: item.id, language })
      sent.current = { id: item.id, value: item.value, until: Date.now() + CODE_LIFETIME_MS }
      setSent(true)
    })
  // Opening requests a code, unless one sent before still works.
  useEffect(() => {
    if (!wasSent) send()
  }, [])
  const finish = (code: string) =>
    task.run('finish', async () => {
      await ask('finishVerification', { code })
      sent.current = undefined
      onClose()
    })
  const { verification } = text
  return (
    <Dialog
      title={verification.title(labelOf(text, item.name))}
      message={verification.lead(item.value)}
      onCancel={onClose}
    >
      <div class="stack">
        <Notice>{task.running === 'send' && verification.sending}</Notice>
        {wasSent && <SentCodeForm isBusy={task.running === 'finish'} onFinish={finish} />}
        <Notice>{wasSent && task.failure === undefined && verification.sent}</Notice>
        <FailureNotice failure={task.failure} own={sentencesOf(text)} />
        <div class="actions start">
          <Button kind="quiet" disabled={task.running !== undefined} onClick={send} label={verification.again} />
          <Button kind="quiet" onClick={onClose} label={text.common.cancel} />
        </div>
      </div>
    </Dialog>
  )
}

const CODE_LIFETIME_MS = 600_000

function isUnderWay(sent: SentCode | undefined, { id, value }: ClaimItem): boolean {
  return sent?.id === id && sent.value === value && sent.until > Date.now()
}

const CODE = /^\d{6}$/

export function SentCodeForm({ isBusy, onFinish }: { isBusy: boolean; onFinish: (code: string) => void }) {
  const { verification } = useFullText()
  const [typed, setTyped] = useState('')
  // Copied codes may contain a space.
  const code = typed.replaceAll(/\s/g, '')
  return (
    <CodeForm
      takesFocus
      label={verification.code}
      hint={verification.codeHint}
      error={CODE.test(code) ? undefined : verification.codeHint}
      value={typed}
      onInput={setTyped}
      name="verification-code"
      autocomplete="one-time-code"
      inputMode="numeric"
      maxLength={12}
      submit={verification.confirm}
      busyText={isBusy ? verification.confirming : undefined}
      onSubmit={() => onFinish(code)}
    />
  )
}

/** Meanings specific to verification. */
export function sentencesOf({ verification }: FullText) {
  return {
    wrong_code: verification.wrong,
    verification_expired: verification.expired,
    locked: verification.expired,
    invalid_claims: verification.badValue,
    malformed_claim: verification.badValue,
    service_unavailable: verification.notSent,
    stale_vault: verification.changed,
  }
}
