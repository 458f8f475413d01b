import { type CallOutput, isOutcomeUnknown, toFailure } from '@countersign/device'
import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { RecoveryKeyStep } from './recovery-key-step.tsx'

type KeepRecoveryKeyProps = {
  readonly next: 'approve' | 'vault'
  readonly onKept: () => Promise<void>
  readonly onCancel: () => void
}

/** Shows and confirms the recovery key of an account that has no confirmed one. */
export function KeepRecoveryKey({ next, onKept, onCancel }: KeepRecoveryKeyProps) {
  const text = useFullText()
  const { protect, dialog } = useStepUp()
  const confirmKey = useConfirmation()
  const { shown, failure, show } = useShownKey()
  const [isReplaced, setReplaced] = useState(false)
  const isApproval = next === 'approve'
  if (isReplaced) {
    const goBack = () => {
      setReplaced(false)
      show()
    }
    // The recovery key page disappears by itself.
    return <Replaced onStillNeeded={goBack} onNext={isApproval ? onCancel : () => undefined} />
  }
  if (!shown) return <NotShown failure={failure} onRetry={show} />
  const confirm = async () => {
    if (await protect(confirmKey)) await onKept()
    else setReplaced(true)
  }
  return (
    <>
      <RecoveryKeyStep
        before={<Reason isApproval={isApproval} isAnother={shown.isAnother} />}
        recoveryKey={shown.recoveryKey}
        submit={isApproval ? text.recovery.confirmAndApprove : text.verification.confirm}
        busy={isApproval ? text.consent.approving : text.common.saving}
        onConfirmed={confirm}
        onCancel={onCancel}
        cancel={isApproval ? text.common.back : text.common.signOut}
      />
      {dialog}
    </>
  )
}

/** Why the key is needed now, and that an earlier copy is void. */
function Reason({ isApproval, isAnother }: { readonly isApproval: boolean; readonly isAnother: boolean }) {
  const { recovery } = useFullText()
  return (
    <>
      {isApproval && <p class="fine">{recovery.beforeApproval}</p>}
      {isAnother && <p class="fine">{recovery.another}</p>}
    </>
  )
}

function useConfirmation(): () => Promise<boolean> {
  const { ask } = useSession()
  return async () => {
    try {
      await ask('confirmRecoveryKey', {})
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'stale_vault') return false
      if (!isOutcomeUnknown(failure)) throw error
      // It may have succeeded: ask the vault.
      const profile = await ask('refresh', {}).catch(() => undefined)
      if (profile?.needsRecoveryKey !== false) throw error
    }
    return true
  }
}

/** Another window or device confirmed its key first, so this copy is void. The vault is read once the user knows. */
function Replaced({ onStillNeeded, onNext }: { readonly onStillNeeded: () => void; readonly onNext: () => void }) {
  const { recovery, common } = useFullText()
  const { ask } = useSession()
  const { run, running, failure } = useTask<'refresh'>()
  const goOn = async () => {
    const { needsRecoveryKey } = await ask('refresh', {})
    if (needsRecoveryKey) onStillNeeded()
    else onNext()
  }
  return (
    <Page title={recovery.replacedTitle} lead={recovery.replaced} hasHomeLink={false}>
      <FailureNotice failure={failure} />
      <div class="actions start">
        <Button onClick={() => run('refresh', goOn)} busyText={running && common.loading} label={common.next} />
      </div>
    </Page>
  )
}

type ShownKey = CallOutput<'showRecoveryKey'>

function useShownKey() {
  const { ask } = useSession()
  const [shown, setShown] = useState<ShownKey>()
  const { run, failure } = useTask<'show'>()
  const show = () => run('show', async () => setShown(await ask('showRecoveryKey', {})))
  useEffect(show, [])
  return { shown, failure, show }
}

function NotShown({ failure, onRetry }: { failure: ReturnType<typeof useShownKey>['failure']; onRetry: () => void }) {
  const text = useFullText()
  return (
    <Page title={text.recovery.title} hasHomeLink={false}>
      <FailureNotice failure={failure} />
      {failure && (
        <div class="actions start">
          <Button onClick={onRetry} label={text.common.tryAgain} />
        </div>
      )}
    </Page>
  )
}

/** Replaces every page until the user has confirmed a recovery key. */
export function RecoveryKeyPage() {
  const { ask } = useSession()
  const signOut = () => void ask('signOut', {}).catch(() => undefined)
  return <KeepRecoveryKey next="vault" onKept={async () => undefined} onCancel={signOut} />
}
