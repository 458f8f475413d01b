import type { CallInput, GesturePurpose, SignInMethod } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import type { FullText } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { canUsePasskeys, getPasskey } from '../passkey/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'
import { useSession } from './session.tsx'
import { type Confirm, PasswordForm, RecoveryForm, type StepUpFormProps } from './step-up-form.tsx'

type StepUpDialogProps = {
  /** Shown to the user; the gesture is valid for this alone. */
  readonly purpose: GesturePurpose
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks for one gesture, for one act, within the open session. */
export function StepUpDialog({ purpose, onDone, onCancel }: StepUpDialogProps) {
  const text = useFullText()
  const task = useTask<SignInMethod>()
  const confirm: Confirm = (method, work) =>
    task.run(method, async () => {
      await work()
      onDone()
    })
  const isErrand = purpose.act === 'administer'
  const isCancelled = task.failure?.code === 'passkey_cancelled'
  return (
    <Dialog
      title={text.passkeys.stepUpTitle}
      message={isErrand ? text.passkeys.stepUpAdminister : text.passkeys.stepUp(describePurpose(text, purpose))}
      onCancel={onCancel}
    >
      <div class="stack">
        {purpose.act === 'recover' ? (
          <RecoveryForm isBusy={task.running === 'recovery'} confirm={confirm} />
        ) : (
          <OwnMethods purpose={purpose} running={task.running} confirm={confirm} />
        )}
        <Notice>{isCancelled && text.passkeys.stepUpCancelled}</Notice>
        <FailureNotice failure={isCancelled ? undefined : task.failure} />
        <Button kind="quiet" onClick={onCancel}>
          {text.common.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

type Purpose = CallInput<'startPasskeyStepUp'>['purpose']

type OwnMethodsProps = {
  readonly purpose: Purpose
  readonly running: SignInMethod | undefined
  readonly confirm: Confirm
}

function OwnMethods({ purpose, running, confirm }: OwnMethodsProps) {
  const methods = useMethods()
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  // Administrators must use the passkey they have, which cannot be phished; a developer may have none.
  const isByPasskeyAlone = hasPasskey && purpose.act === 'administer'
  return (
    <>
      {hasPasskey && <PasskeyButton purpose={purpose} isBusy={running === 'passkey'} confirm={confirm} />}
      {methods.includes('password') && !isByPasskeyAlone && (
        <PasswordForm purpose={purpose} isBusy={running === 'password'} confirm={confirm} />
      )}
    </>
  )
}

function PasskeyButton({ purpose, isBusy, confirm }: StepUpFormProps & { readonly purpose: Purpose }) {
  const text = useFullText()
  const { ask } = useSession()
  const stepUp = async () => {
    const { challengeId, options } = await ask('startPasskeyStepUp', { purpose })
    const { response, prf } = await getPasskey(options)
    await ask('stepUpByPasskey', { challengeId, response, prf })
  }
  return (
    <Button onClick={() => confirm('passkey', stepUp)} busyText={isBusy ? text.signIn.passkeyBusy : undefined}>
      {text.passkeys.stepUpPasskey}
    </Button>
  )
}

/** The account's sign-in methods. */
function useMethods(): readonly SignInMethod[] {
  const { state, ask } = useSession()
  const current = state.status === 'open' ? state.profile.method : undefined
  const [methods, setMethods] = useState<readonly SignInMethod[]>(current === undefined ? [] : [current])
  useEffect(() => {
    ask('listMethods', {}).then(
      (all) => setMethods(all.map(({ type }) => type)),
      () => setMethods(['passkey', 'password']),
    )
    // Once, when the dialog opens.
  }, [])
  return methods
}

/** The act, in the words of its button. */
function describePurpose({ passkeys, account, recovery }: FullText, { act }: GesturePurpose): string {
  switch (act) {
    case 'add_passkey':
      return passkeys.add
    case 'set_password':
    case 'change_password_and_login_name':
      return passkeys.setPassword
    case 'change_password':
    case 'change_password_and_account_key':
      return passkeys.changePassword
    case 'change_login_name':
      return passkeys.changeLogin
    case 'remove_method':
      return passkeys.remove
    case 'replace_recovery_key':
      return passkeys.newKey
    case 'rotate_account_key':
      return passkeys.rotate
    case 'export_account':
      return account.held
    case 'export_vault':
      return account.plainSubmit
    case 'delete_account':
      return account.deleteSubmit
    case 'administer':
      return passkeys.administer
    case 'recover':
      return recovery.enterTitle
  }
}
