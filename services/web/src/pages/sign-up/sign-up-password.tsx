import { useFullText } from '../../messages/use-text.tsx'
import type { Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { NewCredentialsFields, useNewCredentials } from '../credentials/new-credentials.tsx'
import { WhoAsksPage } from '../who-asks/who-asks-page.tsx'
import { HaveAccount } from './sign-up-passkey.tsx'

/** A name and a password, and the account is there. What core or the device refuses is said at its field. */
export function SignUpPassword({ route, onPasskey }: { readonly route: Route; readonly onPasskey: () => void }) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const credentials = useNewCredentials({ needsLogin: true })
  const { login, password, isValid, refusal } = credentials
  const task = useTask<'create'>()
  const submit = () =>
    task.run('create', () => credentials.offer(async () => void (await ask('createAccount', { login, password }))))
  return (
    <WhoAsksPage
      authRequestId={route.authRequestId}
      title={text.signUp.passwordTitle}
      lead={text.signUp.passwordWarning}
    >
      <GuardedForm isCard isValid={isValid} refusal={refusal} onSubmit={submit} onFocus={() => warmUp('password')}>
        <NewCredentialsFields credentials={credentials} />
        <FailureNotice failure={refusal ? undefined : task.failure} />
        <FormActions
          submit={text.signUp.finish}
          busy={text.signUp.finishBusy}
          isBusy={task.running !== undefined}
          onCancel={onPasskey}
          cancel={text.common.back}
        />
      </GuardedForm>
      <HaveAccount route={route} />
    </WhoAsksPage>
  )
}
