import type { Failure } from '@countersign/device'
import { describeFailure, type EntryText } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { canUsePasskeys } from '../../passkey/passkey.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** One gesture that signs in and opens the vault. Without passkeys in this browser: a sentence that says so. */
export function PasskeySignIn() {
  const text = useText()
  const { task, signIn } = usePasskeySignIn()
  if (!canUsePasskeys()) return <Notice>{text.failures.passkeyUnsupported}</Notice>
  // Declining is no error: it is said, but not in red.
  const isQuiet = task.failure?.code === 'passkey_cancelled'
  return (
    <>
      <section class="card stack passkey-first">
        <Button onClick={signIn} busyText={task.running && text.signIn.passkeyBusy}>
          {text.signIn.passkey}
        </Button>
        <Notice kind="error">{task.failure && !isQuiet && describePasskeyFailure(text, task.failure)}</Notice>
        <Notice>{isQuiet && text.signIn.cancelled}</Notice>
      </section>
      <p class="or">{text.signIn.or}</p>
    </>
  )
}

function describePasskeyFailure(text: EntryText, failure: Failure): string {
  const isRefused = failure.code === 'invalid_credentials' || failure.code === 'invalid_passkey'
  return isRefused ? text.signIn.passkeyRefused : describeFailure(text, failure)
}
