import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { PasskeyNotice } from '../credentials/passkey-notice.tsx'
import { useNewPasskey } from '../credentials/use-new-passkey.ts'
import { RecoveryConfirm } from '../recovery-key/recovery-confirm.tsx'
import type { NewWay } from './recovery-method.tsx'

type RecoveryFinishProps = {
  readonly way: NewWay
  readonly recoveryKey: string
  readonly onBack: () => void
  /** Another way than the one that failed. */
  readonly onOtherWay: () => void
  readonly onDone: () => void
}

/** Last step: the new way in and the new recovery key come into force together, and the old ones end. */
export function RecoveryFinish({ way, recoveryKey, onBack, onOtherWay, onDone }: RecoveryFinishProps) {
  const text = useFullText()
  const { protect, dialog } = useStepUp()
  const recover = useRecover(way)
  const confirm = async () => {
    await protect(recover)
    onDone()
  }
  return (
    <>
      <RecoveryConfirm
        recoveryKey={recoveryKey}
        submit={way.by === 'passkey' ? text.recovery.finishPasskey : text.recovery.finishPassword}
        busy={way.by === 'passkey' ? text.signIn.passkeyBusy : text.recovery.finishBusy}
        onConfirmed={confirm}
        onBack={onBack}
        describe={(failure) => (
          <>
            <PasskeyNotice failure={failure} cancelled={text.recovery.cancelled} />
            {failure.code.startsWith('passkey_') && (
              <Button kind="secondary" onClick={onOtherWay}>
                {text.signUp.usePassword}
              </Button>
            )}
          </>
        )}
      >
        <p class="fine">{way.by === 'passkey' ? text.signUp.passkeyNext : text.recovery.unfinished}</p>
      </RecoveryConfirm>
      {dialog}
    </>
  )
}

function useRecover(way: NewWay): () => Promise<unknown> {
  const text = useFullText()
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  return async () => {
    if (way.by === 'password') {
      const { by: _, ...credentials } = way
      return ask('recoverByPassword', credentials)
    }
    const { options } = await ask('startPasskeyAddition', {})
    return ask('recoverByPasskey', { ...(await createPasskey(options)), label: text.passkeys.unnamed })
  }
}
