import { Dialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { CoreRefusal } from '../elements.tsx'
import { PEOPLE_TEXTS } from './people-texts.ts'

type ActTexts = (typeof PEOPLE_TEXTS.acts)[keyof typeof PEOPLE_TEXTS.acts]

type ActProps = {
  readonly texts: ActTexts
  /** Has to be typed first: the act cannot be undone. */
  readonly confirmWith?: string
  readonly work: (reason: string) => Promise<void>
}

/** An act on an account, which asks for a reason that the person will read. */
export function ActWithReason({ texts, confirmWith, work }: ActProps) {
  return (
    <li>
      <div class="rows-text">
        <h3>{texts.title}</h3>
        <p class="fine">{texts.lead}</p>
      </div>
      <DialogButton kind={confirmWith === undefined ? 'secondary' : 'danger'} label={texts.act}>
        {(close) => <ReasonDialog texts={texts} confirmWith={confirmWith} work={work} onClose={close} />}
      </DialogButton>
    </li>
  )
}

const SHORTEST = 3
const LONGEST = 500

type ReasonDialogProps = Omit<ActProps, 'confirmWith'> & {
  readonly confirmWith: string | undefined
  readonly onClose: () => void
}

function ReasonDialog({ texts, confirmWith, work, onClose }: ReasonDialogProps) {
  const { common } = useText()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const task = useTask<'act'>()
  const hasReason = toOneLine(reason).length >= SHORTEST
  const isConfirmed = confirmWith === undefined || typed.trim().toLowerCase() === confirmWith
  const hint = confirmWith === undefined ? PEOPLE_TEXTS.reasonHint : PEOPLE_TEXTS.deletionHint
  const act = async () => {
    await work(toOneLine(reason))
    onClose()
  }
  return (
    <Dialog title={texts.title} message={texts.lead} onCancel={onClose}>
      <GuardedForm isValid={hasReason && isConfirmed} refusal={task.failure} onSubmit={() => task.run('act', act)}>
        <Field
          label={PEOPLE_TEXTS.reason}
          type="multiline"
          hint={hint}
          error={hasReason ? undefined : hint}
          value={reason}
          onInput={setReason}
          maxLength={LONGEST}
          required
        />
        {confirmWith !== undefined && (
          <Field
            label={PEOPLE_TEXTS.confirmId(confirmWith)}
            error={isConfirmed ? undefined : PEOPLE_TEXTS.confirmWrong}
            value={typed}
            onInput={setTyped}
            autocomplete="off"
            isCode
            required
          />
        )}
        <CoreRefusal failure={task.failure} />
        <div class="actions">
          <Button kind="secondary" onClick={onClose} label={common.cancel} />
          <Button
            kind={confirmWith === undefined ? 'primary' : 'danger'}
            type="submit"
            busyText={task.running && texts.busy}
            label={texts.act}
          />
        </div>
      </GuardedForm>
    </Dialog>
  )
}

/** The API takes no line breaks. */
function toOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
