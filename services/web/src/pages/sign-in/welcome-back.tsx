import { type KnownPerson, toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFormat, useText } from '../../messages/use-text.tsx'
import { readPasskeySecret } from '../../passkey/passkey.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/credential-fields.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { describePasswordFailure } from './sign-in-form.tsx'

type WelcomeBackProps = {
  readonly person: KnownPerson
  /** Somebody else, or another way to sign in. */
  readonly onOther: () => void
}

/** Who has a session in this browser opens the vault within it: by one button, or by the password alone. */
export function WelcomeBack({ person: { name = '', method }, onOther }: WelcomeBackProps) {
  const text = useText()
  const { signIn } = text
  const format = useFormat()
  const { ask, warmUp } = useSession()
  const [password, setPassword] = useState('')
  const task = useTask<'unlock'>()
  const isPasskey = method.type === 'passkey'

  const unlock = () =>
    task.run('unlock', async () => {
      try {
        await (method.type === 'passkey' ? unlockByPasskey(method.credentialId) : ask('unlockByPassword', { password }))
      } catch (error) {
        // The session has ended since core was asked: only a sign-in goes on.
        if (toFailure(error).code === 'invalid_session') onOther()
        throw error
      }
    })
  const unlockByPasskey = async (credentialId: string) =>
    ask('unlockByPasskey', { credentialId, prf: await readPasskeySecret({ credentialId }) })
  const isQuiet = task.failure?.code === 'passkey_cancelled'
  const busyText = isPasskey ? signIn.passkeyBusy : signIn.busy
  return (
    <>
      <GuardedForm isCard isValid={isPasskey || password !== ''} onSubmit={unlock} onFocus={() => warmUp(method.type)}>
        <p class="aside">
          {signIn.welcome}
          {name !== '' && (
            <strong>
              <br />
              <bdi>{name}</bdi>
            </strong>
          )}
        </p>
        {!isPasskey && <PasswordField password={password} setPassword={setPassword} />}
        <Notice kind="error">
          {task.failure && !isQuiet && describePasswordFailure(text, task.failure, format.time)}
        </Notice>
        <Notice>{isQuiet && signIn.cancelled}</Notice>
        <Button type="submit" busyText={task.running && busyText}>
          {isPasskey ? signIn.passkey : signIn.submit}
        </Button>
        <Notice>{task.running && !isPasskey && signIn.busyHint}</Notice>
      </GuardedForm>
      <Others onOther={onOther} />
    </>
  )
}

function Others({ onOther }: Pick<WelcomeBackProps, 'onOther'>) {
  const { signIn } = useText()
  const { ask } = useSession()
  // Forgotten here whatever the server says: nobody has the key of that session any more.
  const leave = () => void ask('forgetPerson', {}).then(onOther, onOther)
  return (
    <p class="actions start">
      <Button kind="quiet" onClick={onOther}>
        {signIn.anotherWay}
      </Button>
      <Button kind="quiet" onClick={leave}>
        {signIn.notYou}
      </Button>
    </p>
  )
}
