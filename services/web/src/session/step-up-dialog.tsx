import type { SignInMethod } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { canUsePasskeys, getPasskey } from '../passkey/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'
import { useSession } from './session.tsx'
import { type Confirm, PasswordForm, RecoveryForm } from './step-up-form.tsx'

type StepUpDialogProps = {
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks for one gesture within the open session: by passkey or by password, whichever the account has. */
export function StepUpDialog({ onDone, onCancel }: StepUpDialogProps) {
  const text = useFullText()
  const methods = useMethods()
  const task = useTask<SignInMethod>()
  const confirm = (method: SignInMethod, work: () => Promise<unknown>) =>
    task.run(method, async () => {
      await work()
      onDone()
    })
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const isCancelled = task.failure?.code === 'passkey_cancelled'
  return (
    <Dialog title={text.passkeys.stepUpTitle} message={text.passkeys.stepUp} onCancel={onCancel}>
      <div class="stack">
        {hasPasskey && <PasskeyButton isBusy={task.running === 'passkey'} confirm={confirm} />}
        {methods.includes('password') && <PasswordForm isBusy={task.running === 'password'} confirm={confirm} />}
        {methods.includes('recovery') && <RecoveryForm isBusy={task.running === 'recovery'} confirm={confirm} />}
        <Notice>{isCancelled && text.passkeys.stepUpCancelled}</Notice>
        <FailureNotice failure={isCancelled ? undefined : task.failure} />
        <Button kind="quiet" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

function PasskeyButton({ isBusy, confirm }: { isBusy: boolean; confirm: Confirm }) {
  const text = useFullText()
  const { ask } = useSession()
  const stepUp = async () => {
    const { challengeId, options } = await ask('startPasskeySignIn', {})
    const { response, prf } = await getPasskey(options)
    await ask('stepUpByPasskey', { challengeId, response, prf })
  }
  return (
    <Button onClick={() => confirm('passkey', stepUp)} busyText={isBusy ? text.signIn.passkeyBusy : undefined}>
      {text.passkeys.stepUpPasskey}
    </Button>
  )
}

/** The methods that this account has. Whoever came with a recovery key has just that one until it is replaced. */
function useMethods(): readonly SignInMethod[] {
  const { state, ask } = useSession()
  const current = state.status === 'open' ? state.profile.method : undefined
  const [methods, setMethods] = useState<readonly SignInMethod[]>(current === undefined ? [] : [current])
  useEffect(() => {
    if (current === 'recovery') return
    ask('listMethods', {}).then(
      (all) => setMethods(all.map(({ type }) => type).filter((type) => type !== 'recovery')),
      () => setMethods(['passkey', 'password']),
    )
    // Asked once, when the dialog comes up.
  }, [])
  return methods
}
