import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { useTask } from '../../ui/use-task.ts'
import { findSystem } from '../../worker/device-name.ts'
import { PasskeyNotice } from '../credentials/passkey-notice.tsx'
import { useNewPasskey } from '../credentials/use-new-passkey.ts'
import { PasskeyName } from './passkey-name.tsx'

type AddPasskeyProps = {
  readonly onAdded: () => Promise<void>
  readonly onCancel: () => void
}

/** A name for it, and then the gestures. */
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
