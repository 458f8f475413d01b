import { isOutcomeUnknown, toFailure } from '@countersign/device'
import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { signalAccepted } from '../../passkey/signals.ts'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import type { MethodNote } from './method-steps.tsx'

type KeyReplacementProps = ReplaceRecoveryKeyProps & {
  readonly title: string
  readonly lead: string
  readonly points: readonly string[]
  readonly notYet: string
  readonly submit: string
  readonly busy: string
  readonly replace: () => Promise<void>
  readonly note: MethodNote
}

/** A new recovery key, with or without a new account key: explained first, active once confirmed. */
function KeyReplacement({ submit, busy, replace, note, onDone, onCancel, ...explanation }: KeyReplacementProps) {
  const [recoveryKey, setRecoveryKey] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  const cancel = () => onCancel(isUnknown)
  const { protect, dialog } = useStepUp()
  if (recoveryKey === undefined)
    return <ExplanationStep {...explanation} onCancel={cancel} onPrepared={setRecoveryKey} />
  const confirm = async () => {
    await protect(replace).catch((error: unknown) => {
      setUnknown(isOutcomeUnknown(toFailure(error)))
      throw error
    })
    await onDone(note)
  }
  return (
    <>
      <RecoveryKeyStep
        before={!isUnknown && <p class="fine">{explanation.notYet}</p>}
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

type ExplanationStepProps = Pick<KeyReplacementProps, 'title' | 'lead' | 'points' | 'notYet'> & {
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
        <Button kind="quiet" onClick={onCancel} label={common.cancel} />
        <Button onClick={prepare} busyText={task.running && common.saving} label={common.next} />
      </div>
    </SignedInFrame>
  )
}

type ReplaceRecoveryKeyProps = {
  /** `isUnknown`: the answer to the change was lost; otherwise nothing changed. */
  readonly onCancel: (isUnknown: boolean) => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Replaces the recovery key; the account key and all other methods stay. */
export function ReplaceRecoveryKey(props: ReplaceRecoveryKeyProps) {
  const { common, passkeys } = useFullText()
  const { ask } = useSession()
  return (
    <KeyReplacement
      {...props}
      title={passkeys.newKey}
      lead={passkeys.recoveryLead}
      notYet={passkeys.notYet}
      points={passkeys.newKeyPoints}
      submit={passkeys.newKeyFinish}
      busy={common.saving}
      replace={async () => void (await ask('replaceRecoveryKey', {}))}
      note="keyReplaced"
    />
  )
}

type RotateAccountKeyProps = ReplaceRecoveryKeyProps & { readonly password: string | undefined }

/** Replaces account key and recovery key; only the method that confirms it stays. */
export function RotateAccountKey({ password, ...props }: RotateAccountKeyProps) {
  const { passkeys } = useFullText()
  const { ask } = useSession()
  const rotate = async () => {
    const { userId } = await ask('rotateAccountKey', password === undefined ? {} : { password })
    await signalAccepted(userId, () => ask('listMethods', {}))
  }
  return (
    <KeyReplacement
      {...props}
      title={passkeys.rotate}
      lead={passkeys.rotateLead}
      notYet={password === undefined ? passkeys.notYet : passkeys.notYetPassword}
      points={[password === undefined ? passkeys.rotateStays : passkeys.rotatePassword, ...passkeys.rotatePoints]}
      submit={passkeys.rotateFinish}
      busy={passkeys.rotateBusy}
      replace={rotate}
      note="rotated"
    />
  )
}
