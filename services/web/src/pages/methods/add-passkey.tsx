import { useEffect, useRef, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
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
  const [label, setLabel] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'add'>()
  const { protect, dialog } = useStepUp()
  const add = useAddition()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const submit = (event: Event) => {
    event.preventDefault()
    const name = label.trim()
    if (name === '') return refuse()
    task.run('add', async () => {
      await protect(() => add(name))
      await onAdded()
    })
  }
  return (
    <>
      <form ref={form} class="stack" noValidate onSubmit={submit}>
        <PasskeyName label={label} setLabel={setLabel} hint={text.passkeys.nameHint} wasRefused={wasRefused} />
        <p class="fine">{text.passkeys.addLead}</p>
        <PasskeyNotice failure={task.failure} cancelled={text.passkeys.cancelled} />
        <div class="actions">
          <Button kind="quiet" onClick={onCancel} disabled={task.running !== undefined}>
            {text.common.cancel}
          </Button>
          <Button type="submit" busyText={task.running && text.signIn.passkeyBusy}>
            {text.passkeys.add}
          </Button>
        </div>
      </form>
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
