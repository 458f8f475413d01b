import type { Failure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { describeFailure, type FullText } from '../../messages/messages.ts'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RecoveryKeyField } from '../../ui/recovery-key-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { WhoAsksPage } from '../who-asks/who-asks-page.tsx'

/** First step: the recovery key, however it was written down. It finds the account by itself. */
export function RecoveryEnter({ route }: { route: Route }) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [recoveryKey, setRecoveryKey] = useState('')
  const task = useTask<'open'>()
  const submit = () =>
    task.run('open', async () => {
      await ask('signInByRecoveryKey', { recoveryKey })
    })
  return (
    <WhoAsksPage authRequestId={route.authRequestId} title={text.recovery.enterTitle} lead={text.recovery.enterLead}>
      <GuardedForm isCard isValid={recoveryKey.trim() !== ''} onSubmit={submit} onFocus={() => warmUp('passkey')}>
        <RecoveryKeyField hint={text.recovery.enterHint} recoveryKey={recoveryKey} setRecoveryKey={setRecoveryKey} />
        <Notice kind="error">{task.failure && describeKeyFailure(text, task.failure)}</Notice>
        <Button type="submit" busyText={task.running && text.signIn.busy}>
          {text.recovery.enterSubmit}
        </Button>
      </GuardedForm>
      <p class="aside">
        <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.recovery.backToSignIn}</a>
      </p>
    </WhoAsksPage>
  )
}

function describeKeyFailure(text: FullText, failure: Failure): string {
  return failure.code === 'invalid_credentials' ? text.recovery.unknownKey : describeFailure(text, failure)
}
