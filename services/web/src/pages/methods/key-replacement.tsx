import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RecoveryConfirm } from '../recovery-key/recovery-confirm.tsx'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'

type KeyReplacementProps = {
  readonly explanation: Explanation
  readonly submit: string
  readonly busy: string
  /** Brings the key that was confirmed into force. */
  readonly replace: () => Promise<void>
  readonly onDone: () => Promise<void>
  readonly onBack: () => void
}

/** What will happen, in plain words. */
type Explanation = {
  readonly title: string
  readonly lead: string
  readonly points: readonly string[]
}

/** A new recovery key, alone or with a new account key: explained before it is made, and confirmed before it counts. */
export function KeyReplacement({ explanation, submit, busy, replace, onDone, onBack }: KeyReplacementProps) {
  const [recoveryKey, setRecoveryKey] = useState<string>()
  const [isKept, setKept] = useState(false)
  const { protect, dialog } = useStepUp()
  if (recoveryKey === undefined) return <ExplanationStep {...explanation} onBack={onBack} onPrepared={setRecoveryKey} />
  if (!isKept) {
    return <RecoveryKeyStep recoveryKey={recoveryKey} onNext={() => setKept(true)} onBack={onBack} />
  }
  const confirm = async () => {
    await protect(replace)
    await onDone()
  }
  return (
    <>
      <RecoveryConfirm
        recoveryKey={recoveryKey}
        submit={submit}
        busy={busy}
        onConfirmed={confirm}
        onBack={() => setKept(false)}
      />
      {dialog}
    </>
  )
}

type ExplanationStepProps = Explanation & {
  readonly onPrepared: (recoveryKey: string) => void
  readonly onBack: () => void
}

function ExplanationStep({ title, lead, points, onPrepared, onBack }: ExplanationStepProps) {
  const { common } = useFullText()
  const { ask } = useSession()
  const task = useTask<'prepare'>()
  const prepare = () => task.run('prepare', async () => onPrepared((await ask('prepareRecoveryKey', {})).recoveryKey))
  return (
    <SignedInFrame current="methods" title={title} lead={lead}>
      <ul class="card facts">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <FailureNotice failure={task.failure} />
      <div class="actions">
        <Button kind="quiet" onClick={onBack}>
          {common.cancel}
        </Button>
        <Button onClick={prepare} busyText={task.running && common.saving}>
          {common.next}
        </Button>
      </div>
    </SignedInFrame>
  )
}
