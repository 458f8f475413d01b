import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { PasskeyNotice, useNewPasskey } from '../credentials/new-passkey.tsx'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import type { NewUnlockMethod } from './recovery-method.tsx'

type RecoveryFinishProps = {
  readonly method: NewUnlockMethod
  readonly recoveryKey: string
  readonly onBack: () => void
  /** Instead of the failed method. */
  readonly onOtherMethod: () => void
  readonly onDone: () => void
}

/** Last step: the new recovery key and the new unlock method replace the old ones in one change. */
export function RecoveryFinish({ method, recoveryKey, onBack, onOtherMethod, onDone }: RecoveryFinishProps) {
  const text = useFullText()
  const { protect, dialog } = useStepUp()
  const recover = useRecover(method)
  const confirm = async () => {
    await protect(recover)
    onDone()
  }
  return (
    <>
      <RecoveryKeyStep
        recoveryKey={recoveryKey}
        submit={method.by === 'passkey' ? text.recovery.finishPasskey : text.recovery.finishPassword}
        busy={method.by === 'passkey' ? text.signIn.passkeyBusy : text.recovery.finishBusy}
        onConfirmed={confirm}
        onCancel={onBack}
        describe={(failure) => (
          <>
            <PasskeyNotice failure={failure} cancelled={text.recovery.cancelled} />
            {failure.code.startsWith('passkey_') && (
              <Button kind="secondary" onClick={onOtherMethod}>
                {text.signUp.usePassword}
              </Button>
            )}
          </>
        )}
      >
        <p class="fine">{method.by === 'passkey' ? text.signUp.passkeyNext : text.recovery.unfinished}</p>
      </RecoveryKeyStep>
      {dialog}
    </>
  )
}

function useRecover(method: NewUnlockMethod): () => Promise<unknown> {
  const text = useFullText()
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  return async () => {
    if (method.by === 'password') {
      const { by: _, ...credentials } = method
      return ask('recoverByPassword', credentials)
    }
    const { options } = await ask('startPasskeyAddition', {})
    return ask('recoverByPasskey', { ...(await createPasskey(options)), label: text.passkeys.unnamed })
  }
}
