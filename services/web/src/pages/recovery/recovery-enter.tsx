import type { Failure } from '@countersign/device'
import { useRef, useState } from 'preact/hooks'
import { describeFailure, type FullText } from '../../messages/messages.ts'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../paths.ts'
import { addressOf, type Route } from '../../router.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
import { SaveReadable } from '../sign-in/save-readable.tsx'

/** First step: the recovery key, however it was written down. It finds the account by itself. */
export function RecoveryEnter({ route }: { route: Route }) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [recoveryKey, setRecoveryKey] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'open'>()
  const submit = (event: Event) => {
    event.preventDefault()
    if (recoveryKey.trim() === '') return refuse()
    task.run('open', async () => {
      await ask('signInByRecoveryKey', { recoveryKey })
    })
  }
  return (
    <Page
      title={text.recovery.enterTitle}
      lead={text.recovery.enterLead}
      hasHomeLink={route.authRequestId === undefined}
    >
      <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={() => warmUp('passkey')}>
        <Field
          label={text.recovery.label}
          hint={text.recovery.enterHint}
          value={recoveryKey}
          onInput={setRecoveryKey}
          error={wasRefused && recoveryKey.trim() === '' ? text.recovery.enterEmpty : undefined}
          name="recovery-key"
          autocomplete="off"
          required
          isCode
        />
        <Notice kind="error">{task.failure && describeKeyFailure(text, task.failure)}</Notice>
        <SaveReadable failure={task.failure} />
        <Button type="submit" busyText={task.running && text.signIn.busy}>
          {text.recovery.enterSubmit}
        </Button>
      </form>
      <p class="aside">
        <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.recovery.backToSignIn}</a>
      </p>
    </Page>
  )
}

function describeKeyFailure(text: FullText, failure: Failure): string {
  return failure.code === 'invalid_credentials' ? text.recovery.unknownKey : describeFailure(text, failure)
}
