import type { MethodView } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { findSystem } from '../../worker/device-name.ts'
import { PasskeyNotice, useNewPasskey } from '../credentials/new-passkey.tsx'
import type { MethodNote } from './method-step.ts'

type AddPasskeyProps = {
  readonly onAdded: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a name, then creates the passkey. */
export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const text = useFullText()
  const [label, setLabel] = useState(findSystem(navigator.userAgent) ?? '')
  const task = useTask<'add'>()
  const { protect, dialog } = useStepUp()
  const add = useAddition()

  const name = label.trim()
  const submit = () =>
    task.run('add', async () => {
      await protect(() => add(name))
      await onAdded()
    })
  return (
    <>
      <GuardedForm isValid={name !== ''} onSubmit={submit} takesFocus>
        <PasskeyName label={label} setLabel={setLabel} hint={text.passkeys.nameHint} />
        <p class="fine">{text.passkeys.addLead}</p>
        <PasskeyNotice failure={task.failure} cancelled={text.passkeys.cancelled} />
        <FormActions
          submit={text.passkeys.add}
          busy={text.signIn.passkeyBusy}
          isBusy={task.running !== undefined}
          onCancel={onCancel}
        />
      </GuardedForm>
      {dialog}
    </>
  )
}

function useAddition(): (label: string) => Promise<unknown> {
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  return async (label) => {
    const { options } = await ask('startPasskeyAddition', {})
    return ask('addPasskey', { ...(await createPasskey(options)), label })
  }
}

type RenameProps = {
  readonly method: MethodView
  readonly name: string
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Renames a passkey. Names are in the vault, so the server never learns them. */
export function RenameButton(props: RenameProps) {
  const { passkeys } = useFullText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {passkeys.rename}
        <span class="visually-hidden"> {props.name}</span>
      </Button>
      {isOpen && <RenameDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function RenameDialog({ method, name, onDone, onClose }: RenameProps & { readonly onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const [label, setLabel] = useState(name)
  const task = useTask<'save'>()
  const submit = () =>
    task.run('save', async () => {
      await ask('renameMethod', { unlockId: method.unlockId, label: label.trim() })
      onClose()
      await onDone('renamed')
    })
  return (
    <Dialog title={text.passkeys.rename} message={text.passkeys.nameHint} onCancel={onClose}>
      <GuardedForm isValid={label.trim() !== ''} onSubmit={submit}>
        <PasskeyName label={label} setLabel={setLabel} />
        <FailureNotice failure={task.failure} />
        <FormActions
          submit={text.common.save}
          busy={text.common.saving}
          isBusy={task.running !== undefined}
          onCancel={onClose}
        />
      </GuardedForm>
    </Dialog>
  )
}

type PasskeyNameProps = {
  readonly label: string
  readonly setLabel: (label: string) => void
  readonly hint?: string | undefined
}

/** The owner's name for a passkey. */
function PasskeyName({ label, setLabel, hint }: PasskeyNameProps) {
  const { passkeys } = useFullText()
  return (
    <Field
      label={passkeys.name}
      hint={hint}
      value={label}
      onInput={setLabel}
      error={label.trim() === '' ? passkeys.nameEmpty : undefined}
      name="passkey-name"
      autocomplete="off"
      maxLength={60}
      required
    />
  )
}
