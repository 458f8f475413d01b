import { Card } from '@countersign/ui/card.tsx'
import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { useSession } from '../../session/session.tsx'
import { NewCredentialsFields, useNewCredentials } from '../credentials/new-credentials.tsx'

export type NewUnlockMethod =
  | { readonly by: 'passkey' }
  | { readonly by: 'password'; readonly login: string; readonly password: string }

/** Second step: a new passkey or password. Changes nothing yet. */
export function RecoveryMethod({ onChosen }: { onChosen: (method: NewUnlockMethod, recoveryKey: string) => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const support = usePasskeySupport()
  const task = useTask<'passkey' | 'password'>()
  const choose = (method: NewUnlockMethod) =>
    task.run(method.by, async () => onChosen(method, (await ask('prepareRecoveryKey', {})).recoveryKey))
  return (
    <Page title={text.recovery.methodTitle} lead={text.recovery.methodLead} hasHomeLink={false}>
      {support === 'likely' && (
        <>
          <Card icon="fingerprint" title={text.signUp.passkeyTitle} lead={text.signUp.passkeyLead}>
            <Button
              onClick={() => choose({ by: 'passkey' })}
              busyText={task.running === 'passkey' ? text.signUp.busy : undefined}
              label={text.recovery.methodPasskey}
            />
          </Card>
          <p class="or">{text.signUp.or}</p>
        </>
      )}
      <FailureNotice failure={task.failure} />
      <PasswordForm isBusy={task.running === 'password'} onChosen={choose} isOnly={support !== 'likely'} />
    </Page>
  )
}

type PasswordFormProps = {
  readonly isBusy: boolean
  readonly isOnly: boolean
  readonly onChosen: (method: NewUnlockMethod) => void
}

function PasswordForm({ isBusy, isOnly, onChosen }: PasswordFormProps) {
  const text = useFullText()
  const { warmUp } = useSession()
  const credentials = useNewCredentials()
  const submit = () => {
    const { login, password } = credentials
    onChosen({ by: 'password', login, password })
  }
  return (
    <GuardedForm isCard isValid={credentials.isValid} onSubmit={submit} onFocus={() => warmUp('password')}>
      <p class="fine">{text.recovery.loginAgain}</p>
      <NewCredentialsFields credentials={credentials} passwordLabel={text.passkeys.newPassword} />
      <Button
        kind={isOnly ? 'primary' : 'secondary'}
        type="submit"
        busyText={isBusy ? text.signUp.busy : undefined}
        label={text.recovery.methodPassword}
      />
    </GuardedForm>
  )
}
