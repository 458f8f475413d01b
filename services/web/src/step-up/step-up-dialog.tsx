import type { SignInMethod } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { canUsePasskeys, getPasskey } from '../passkey/passkey.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'
import { PasswordForm, RecoveryForm } from './step-up-form.tsx'

type StepUpDialogProps = {
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks for one gesture within the open session: by passkey or by password, whichever the account has. */
export function StepUpDialog({ onDone, onCancel }: StepUpDialogProps) {
  const text = useFullText()
  const ways = useWays()
  const task = useTask<SignInMethod>()
  const confirm = (way: SignInMethod, work: () => Promise<unknown>) =>
    task.run(way, async () => {
      await work()
      onDone()
    })
  const hasPasskey = ways.includes('passkey') && canUsePasskeys()
  const isCancelled = task.failure?.code === 'passkey_cancelled'
  return (
    <Dialog title={text.passkeys.stepUpTitle} message={text.passkeys.stepUp} onCancel={onCancel}>
      <div class="stack">
        {hasPasskey && <PasskeyButton isBusy={task.running === 'passkey'} confirm={confirm} />}
        {ways.includes('password') && <PasswordForm isBusy={task.running === 'password'} confirm={confirm} />}
        {ways.includes('recovery') && <RecoveryForm isBusy={task.running === 'recovery'} confirm={confirm} />}
        <Notice>{isCancelled && text.passkeys.stepUpCancelled}</Notice>
        <FailureNotice failure={isCancelled ? undefined : task.failure} />
        <Button kind="quiet" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

/** Runs one way to confirm, and closes the dialog when it worked. */
export type Confirm = (way: SignInMethod, work: () => Promise<unknown>) => void

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

/** The ways that this account has. Whoever came with a recovery key has just that one until it is replaced. */
function useWays(): readonly SignInMethod[] {
  const { state, ask } = useSession()
  const current = state.status === 'open' ? state.profile.method : undefined
  const [ways, setWays] = useState<readonly SignInMethod[]>(current === undefined ? [] : [current])
  useEffect(() => {
    if (current === 'recovery') return
    ask('listMethods', {}).then(
      (methods) => setWays(methods.map(({ type }) => type).filter((type) => type !== 'recovery')),
      () => setWays(['passkey', 'password']),
    )
    // Asked once, when the dialog comes up.
  }, [])
  return ways
}
