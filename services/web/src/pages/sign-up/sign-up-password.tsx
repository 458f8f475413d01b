import { useFullText } from '../../messages/use-text.tsx'
import type { Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { NewCredentialsFields, useNewCredentials } from '../credentials/new-credentials.tsx'
import { WhoAsksPage } from '../who-asks/who-asks-page.tsx'
import { HaveAccount } from './sign-up-start.tsx'
import { SignUpStep } from './sign-up-step.tsx'

type SignUpPasswordProps = {
  readonly route: Route
  readonly onPrepared: (login: string, recoveryKey: string) => void
  readonly onPasskey: () => void
}

/** A name and a password. Both go to the vault worker and nowhere else yet. */
export function SignUpPassword({ route, onPrepared, onPasskey }: SignUpPasswordProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const credentials = useNewCredentials({ needsLogin: true })
  const task = useTask<'prepare'>()

  const submit = () =>
    task.run('prepare', async () => {
      const { login, password } = credentials
      const { recoveryKey } = await ask('prepareAccount', { login, password })
      onPrepared(login, recoveryKey)
    })

  return (
    <WhoAsksPage
      authRequestId={route.authRequestId}
      before={<SignUpStep number={1} />}
      title={text.signUp.passwordTitle}
      lead={text.signUp.passwordWarning}
    >
      <GuardedForm isCard isValid={credentials.isValid} onSubmit={submit} onFocus={() => warmUp('password')}>
        <NewCredentialsFields credentials={credentials} />
        <FailureNotice failure={task.failure} />
        <FormActions
          submit={text.signUp.submit}
          busy={text.signUp.busy}
          isBusy={task.running !== undefined}
          onCancel={onPasskey}
          cancel={text.common.back}
        />
      </GuardedForm>
      <HaveAccount route={route} />
    </WhoAsksPage>
  )
}
