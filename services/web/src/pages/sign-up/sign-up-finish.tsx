import { type Failure, isOutcomeUnknown, toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasskeyNotice } from '../credentials/passkey-notice.tsx'
import { useNewPasskey } from '../credentials/use-new-passkey.ts'
import { RecoveryConfirm } from '../recovery-key/recovery-confirm.tsx'
import { SignUpStep } from './sign-up-step.tsx'

type FinishProps = {
  readonly recoveryKey: string
  readonly onBack: () => void
}

/** Last step by password. A taken name is asked for again here: the key stays. */
export function FinishByPassword({ login, recoveryKey, onBack }: FinishProps & { readonly login: string }) {
  const text = useFullText()
  const { ask } = useSession()
  const [newLogin, setNewLogin] = useState(login)
  const [isTaken, setTaken] = useState(false)
  const create = async () => {
    try {
      await ask('createAccount', { login: newLogin })
    } catch (error) {
      if (toFailure(error).code === 'login_taken') setTaken(true)
      throw error
    }
  }
  return (
    <RecoveryConfirm
      before={<SignUpStep number={2} />}
      recoveryKey={recoveryKey}
      submit={text.signUp.finish}
      busy={text.signUp.finishBusy}
      onConfirmed={create}
      onBack={onBack}
    >
      {isTaken && (
        <Field
          label={text.recovery.newLogin}
          hint={text.recovery.loginTaken}
          value={newLogin}
          onInput={setNewLogin}
          name="username"
          autocomplete="username"
          required
          isCode
        />
      )}
    </RecoveryConfirm>
  )
}

type FinishByPasskeyProps = FinishProps & { readonly route: Route; readonly onPassword: () => void }

/** Last step by passkey: it is made now, when its owner can no longer be locked out, and the account with it. */
export function FinishByPasskey({ route, recoveryKey, onBack, onPassword }: FinishByPasskeyProps) {
  const text = useFullText()
  const create = usePasskeyAccount()
  return (
    <RecoveryConfirm
      before={<SignUpStep number={2} />}
      recoveryKey={recoveryKey}
      submit={text.signUp.passkeyFinish}
      busy={text.signIn.passkeyBusy}
      onConfirmed={create.run}
      onBack={onBack}
      describe={(failure) => (
        <PasskeyFailure failure={failure} mayExist={create.mayExist} route={route} onPassword={onPassword} />
      )}
    >
      <p class="fine">{text.signUp.passkeyNext}</p>
    </RecoveryConfirm>
  )
}

function usePasskeyAccount(): { run: () => Promise<void>; mayExist: boolean } {
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  const [mayExist, setMayExist] = useState(false)
  const run = async () => {
    const { options } = await ask('startPasskeySignUp', {})
    const made = await createPasskey(options)
    try {
      await ask('finishPasskeySignUp', made)
    } catch (error) {
      setMayExist(isOutcomeUnknown(toFailure(error)))
      throw error
    }
  }
  return { run, mayExist }
}

type PasskeyFailureProps = Pick<FinishByPasskeyProps, 'route' | 'onPassword'> & {
  readonly failure: Failure
  readonly mayExist: boolean
}

function PasskeyFailure({ failure, mayExist, route, onPassword }: PasskeyFailureProps) {
  const text = useFullText()
  return (
    <>
      <PasskeyNotice failure={failure} cancelled={text.signUp.cancelled} />
      {mayExist && (
        <>
          <Notice>{text.signUp.maybeMade}</Notice>
          <ButtonLink href={addressOf(PATHS.signIn, route.authRequestId)} kind="secondary">
            {text.signUp.signIn}
          </ButtonLink>
        </>
      )}
      {!mayExist && failure.code.startsWith('passkey_') && (
        <Button kind="secondary" onClick={onPassword}>
          {text.signUp.usePassword}
        </Button>
      )}
    </>
  )
}
