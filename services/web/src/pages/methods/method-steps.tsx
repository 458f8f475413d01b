import type { MethodView } from '@countersign/device'
import { ConfirmDialog, Dialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { Button, PasskeyNotice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { FormActions } from '@countersign/ui/form-actions.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { signalAccepted } from '../../passkey/signals.ts'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { findSystem } from '../../worker/device-name.ts'
import { useNewPasskey } from '../credentials/new-credentials.tsx'

/** The outcome of the last step, as a message key. */
export type MethodNote =
  | 'added'
  | 'renamed'
  | 'removed'
  | 'passwordSet'
  | 'passwordChanged'
  | 'loginChanged'
  | 'keyReplaced'
  | 'rotated'
  | 'unchanged'
  | 'maybeChanged'

export type MethodStep =
  | { readonly at: 'list'; readonly note?: MethodNote }
  | { readonly at: 'password' | 'login' | 'recovery-key' }
  /** With the new password, if the old one may be known. */
  | { readonly at: 'rotate'; readonly password?: string }

/** Adds a passkey under a name; the dialog asks for the gesture that this needs. */
export function useAddPasskey(onAdded: () => Promise<void>) {
  const task = useTask<'add'>()
  const { protect, dialog } = useStepUp()
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  const add = (label: string) =>
    task.run('add', async () => {
      await protect(async () => {
        const { options } = await ask('startPasskeyAddition', {})
        await ask('addPasskey', { ...(await createPasskey(options)), label })
      })
      await onAdded()
    })
  return { task, add, dialog }
}

export function AddPasskey({ onAdded, onCancel }: { onAdded: () => Promise<void>; onCancel: () => void }) {
  const text = useFullText()
  const [label, setLabel] = useState(findSystem(navigator.userAgent) ?? '')
  const { task, add, dialog } = useAddPasskey(onAdded)
  const name = label.trim()
  return (
    <>
      <GuardedForm isValid={name !== ''} onSubmit={() => add(name)} takesFocus>
        <PasskeyName label={label} setLabel={setLabel} hint={text.passkeys.nameHint} />
        <p class="fine">{text.passkeys.addLead}</p>
        <FormActions
          task={task}
          submit={text.passkeys.add}
          busy={text.signIn.passkeyBusy}
          onCancel={onCancel}
          notice={
            <PasskeyNotice
              failure={task.failure}
              own={{ passkey_exists: text.passkeys.exists }}
              cancelled={text.passkeys.cancelled}
            />
          }
        />
      </GuardedForm>
      {dialog}
    </>
  )
}

type RenameProps = {
  readonly method: MethodView
  readonly name: string
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Renames a passkey. Names are in the vault, so the server never learns them. */
export function RenameButton(props: RenameProps) {
  const { passkeys } = useFullText()
  return (
    <DialogButton kind="quiet" label={passkeys.rename} about={props.name}>
      {(close) => <RenameDialog {...props} onClose={close} />}
    </DialogButton>
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
        <FormActions task={task} submit={text.common.save} busy={text.common.saving} onCancel={onClose} />
      </GuardedForm>
    </Dialog>
  )
}

function PasskeyName({ label, setLabel, hint }: { label: string; setLabel: (label: string) => void; hint?: string }) {
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

type RemoveProps = RenameProps & { readonly methods: readonly MethodView[] }

/** Removes an unlock method; the last one besides the recovery key must stay, and says so. */
export function RemoveButton(props: RemoveProps) {
  const { passkeys, common } = useFullText()
  const isLast = props.methods.filter(({ type }) => type !== 'recovery').length < 2
  return (
    <DialogButton kind="quiet" label={passkeys.remove} about={props.name}>
      {(close) =>
        isLast ? (
          <Dialog title={passkeys.lastTitle} message={passkeys.lastMessage} onCancel={close}>
            <div class="actions">
              <Button onClick={close} label={common.close} />
            </div>
          </Dialog>
        ) : (
          <RemoveDialog {...props} onClose={close} />
        )
      }
    </DialogButton>
  )
}

function RemoveDialog({ method, name, onDone, onClose }: RemoveProps & { readonly onClose: () => void }) {
  const { passkeys, common } = useFullText()
  const { ask } = useSession()
  const { protect, dialog } = useStepUp()
  const remove = async () => {
    const { userId } = await protect(() => ask('removeMethod', { unlockId: method.unlockId }))
    await signalAccepted(userId, () => ask('listMethods', {}))
    onClose()
    await onDone('removed')
  }
  return (
    <>
      <ConfirmDialog
        title={passkeys.removeTitle(name)}
        message={passkeys.removeMessage}
        confirm={passkeys.remove}
        busyText={common.saving}
        work={remove}
        onCancel={onClose}
      />
      {dialog}
    </>
  )
}
