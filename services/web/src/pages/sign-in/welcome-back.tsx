import { type Failure, type KnownPerson, toFailure } from '@countersign/device'
import { PasswordField } from '@countersign/ui/credential-fields.tsx'
import { Button, Notice, PasskeyNotice, type Sentences } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { readPasskeySecret } from '../../passkey/passkey.ts'
import { useSession } from '../../session/session.tsx'
import { useThrottled } from './unlock-frame.tsx'

type WelcomeBackProps = {
  readonly authRequestId: string | undefined
  readonly person: KnownPerson
  readonly onOther: () => void
}

/** Opens the vault within a kept session, by a passkey or by the password alone. */
export function WelcomeBack({ authRequestId, person, onOther }: WelcomeBackProps) {
  const { signIn } = useText()
  const unlocking = useUnlock(person, onOther)
  const task = useTask<'unlock'>()
  const { isPasskey, unlock } = unlocking
  const busyText = isPasskey ? signIn.passkeyBusy : signIn.busy
  return (
    <>
      <UnlockForm
        person={person}
        unlocking={unlocking}
        onSubmit={() => task.run('unlock', async () => void (await unlock()))}
        failure={task.failure}
      >
        <div class={isPasskey ? 'stack sign-in-passkey' : 'stack'}>
          <Button type="submit" busyText={task.running && busyText} label={isPasskey ? signIn.passkey : signIn.title} />
        </div>
        <Notice>{task.running && !isPasskey && signIn.busyHint}</Notice>
      </UnlockForm>
      <Others authRequestId={authRequestId} onOther={onOther} />
    </>
  )
}

type UnlockFormProps = {
  readonly person: KnownPerson
  readonly unlocking: ReturnType<typeof useUnlock>
  readonly onSubmit: () => void
  readonly failure: Failure | undefined
  readonly own?: Sentences
  readonly children: ComponentChildren
}

/** The user's name, the password field if needed, and the last failure; the buttons are children. */
export function UnlockForm({
  person: { name = '', method },
  unlocking,
  onSubmit,
  failure,
  own,
  children,
}: UnlockFormProps) {
  const { signIn } = useText()
  const throttled = useThrottled(failure)
  const { isReady, password, setPassword, warmUp } = unlocking
  return (
    <GuardedForm isCard isValid={isReady} onSubmit={onSubmit} onFocus={warmUp}>
      <p class="aside">
        {signIn.welcome}
        {name !== '' && (
          <strong>
            <br />
            <bdi>{name}</bdi>
          </strong>
        )}
      </p>
      {method.type === 'password' && <PasswordField login={method.login} {...{ password, setPassword }} />}
      <PasskeyNotice failure={failure} own={{ ...throttled, ...own }} cancelled={signIn.cancelled} />
      {children}
    </GuardedForm>
  )
}

export function Others({ authRequestId: id, onOther }: Omit<WelcomeBackProps, 'person'>) {
  const { signIn } = useText()
  const { ask } = useSession()
  // Forgotten whatever the server says: the session's key is gone.
  const leave = async () => {
    if (id !== undefined) await ask('giveBackRequest', { id }).catch(() => undefined)
    await ask('forgetPerson', {}).then(onOther, onOther)
  }
  return (
    <p class="actions start">
      <Button kind="quiet" onClick={onOther} label={signIn.anotherWay} />
      <Button kind="quiet" onClick={() => void leave()} label={signIn.notYou} />
    </p>
  )
}

/** Unlocks a kept session, by its passkey or by the password. */
export function useUnlock({ method }: KnownPerson, onEnded: () => void) {
  const { ask, warmUp } = useSession()
  const [password, setPassword] = useState('')
  const isPasskey = method.type === 'passkey'

  const unlock = async () => {
    try {
      if (method.type === 'password') return await ask('unlockByPassword', { password })
      const { credentialId } = method
      return await ask('unlockByPasskey', { credentialId, prf: await readPasskeySecret({ credentialId }) })
    } catch (error) {
      // The session has ended meanwhile: only a sign-in helps.
      if (toFailure(error).code === 'invalid_session') onEnded()
      throw error
    }
  }
  const isReady = isPasskey || password !== ''
  return { isPasskey, isReady, password, setPassword, unlock, warmUp: () => warmUp(method.type) }
}
