import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { signalAccepted } from '../../passkey/signals.ts'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RecoveryConfirm } from '../recovery-key/recovery-confirm.tsx'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import type { MethodNote } from './method-step.ts'

type ReplaceKeyProps = {
  /** The recovery key alone, or the account key and with it the recovery key. */
  readonly kind: 'recovery-key' | 'rotate'
  readonly onBack: () => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** A new recovery key is shown and confirmed before it, or a whole new account key, comes into force. */
export function ReplaceKey({ kind, onBack, onDone }: ReplaceKeyProps) {
  const text = useFullText()
  const [recoveryKey, setRecoveryKey] = useState<string>()
  const [isKept, setKept] = useState(false)
  const { protect, dialog } = useStepUp()
  const replace = useReplacement(kind)
  if (recoveryKey === undefined) return <Explanation kind={kind} onBack={onBack} onPrepared={setRecoveryKey} />
  if (!isKept) {
    return <RecoveryKeyStep recoveryKey={recoveryKey} onNext={() => setKept(true)} onBack={onBack} />
  }
  const confirm = async () => {
    await protect(replace)
    await onDone(kind === 'rotate' ? 'rotated' : 'keyReplaced')
  }
  return (
    <>
      <RecoveryConfirm
        recoveryKey={recoveryKey}
        submit={kind === 'rotate' ? text.passkeys.rotateFinish : text.passkeys.newKeyFinish}
        busy={kind === 'rotate' ? text.passkeys.rotateBusy : text.common.saving}
        onConfirmed={confirm}
        onBack={() => setKept(false)}
      />
      {dialog}
    </>
  )
}

function useReplacement(kind: ReplaceKeyProps['kind']): () => Promise<void> {
  const { ask } = useSession()
  return async () => {
    if (kind === 'recovery-key') return void (await ask('replaceRecoveryKey', {}))
    const { userId } = await ask('rotateAccountKey', {})
    const left = await ask('listMethods', {})
    await signalAccepted(
      userId,
      left.flatMap(({ credentialId }) => credentialId ?? []),
    )
  }
}

type ExplanationProps = {
  readonly onPrepared: (recoveryKey: string) => void
} & Pick<ReplaceKeyProps, 'kind' | 'onBack'>

/** What will happen, in plain words, before anything is made. */
function Explanation({ kind, onBack, onPrepared }: ExplanationProps) {
  const text = useFullText()
  const { state, ask } = useSession()
  const task = useTask<'prepare'>()
  const { passkeys } = text
  const stays = state.status === 'open' && state.profile.method === 'password' ? 'password' : 'passkey'
  const points = kind === 'rotate' ? [passkeys.rotateStays[stays], ...passkeys.rotatePoints] : passkeys.newKeyPoints
  const prepare = () => task.run('prepare', async () => onPrepared((await ask('prepareRecoveryKey', {})).recoveryKey))
  return (
    <SignedInFrame
      current="methods"
      title={kind === 'rotate' ? passkeys.rotate : passkeys.newKey}
      lead={kind === 'rotate' ? passkeys.rotateLead : passkeys.recoveryLead}
    >
      <ul class="card facts">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <FailureNotice failure={task.failure} />
      <div class="actions">
        <Button kind="quiet" onClick={onBack}>
          {text.common.cancel}
        </Button>
        <Button onClick={prepare} busyText={task.running && text.common.saving}>
          {text.common.next}
        </Button>
      </div>
    </SignedInFrame>
  )
}
