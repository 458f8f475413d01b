import { isOutcomeUnknown, toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'

type KeyReplacementProps = {
  readonly explanation: Explanation
  readonly submit: string
  readonly busy: string
  /** Brings the key that was confirmed into force. */
  readonly replace: () => Promise<void>
  readonly onDone: () => Promise<void>
  /** Nothing was changed; or nobody knows, where the answer to the change was lost. */
  readonly onCancel: (isUnknown: boolean) => void
}

/** What will happen, in plain words. */
type Explanation = {
  readonly title: string
  readonly lead: string
  readonly points: readonly string[]
  /** That nothing has happened so far: said at each step before the last. */
  readonly notYet: string
}

/** A new recovery key, alone or with a new account key: explained before it is made, and confirmed before it counts. */
export function KeyReplacement({ explanation, submit, busy, replace, onDone, onCancel }: KeyReplacementProps) {
  const [recoveryKey, setRecoveryKey] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  const cancel = () => onCancel(isUnknown)
  const { protect, dialog } = useStepUp()
  const notYet = isUnknown ? undefined : <p class="fine">{explanation.notYet}</p>
  if (recoveryKey === undefined)
    return <ExplanationStep {...explanation} onCancel={cancel} onPrepared={setRecoveryKey} />
  const confirm = async () => {
    await protect(replace).catch((error: unknown) => {
      setUnknown(isOutcomeUnknown(toFailure(error)))
      throw error
    })
    await onDone()
  }
  return (
    <>
      <RecoveryKeyStep
        before={notYet}
        recoveryKey={recoveryKey}
        submit={submit}
        busy={busy}
        onConfirmed={confirm}
        onCancel={cancel}
      />
      {dialog}
    </>
  )
}

type ExplanationStepProps = Explanation & {
  readonly onPrepared: (recoveryKey: string) => void
  readonly onCancel: () => void
}

function ExplanationStep({ title, lead, points, notYet, onPrepared, onCancel }: ExplanationStepProps) {
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
      <p class="fine">{notYet}</p>
      <FailureNotice failure={task.failure} />
      <div class="actions">
        <Button kind="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button onClick={prepare} busyText={task.running && common.saving}>
          {common.next}
        </Button>
      </div>
    </SignedInFrame>
  )
}
