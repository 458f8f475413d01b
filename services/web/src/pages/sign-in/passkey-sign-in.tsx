import type { Failure } from '@countersign/device'
import { describeFailure, type EntryText } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { canUsePasskeys, getPasskey } from '../../passkey/passkey.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

/** One gesture that signs in and opens the vault. Without passkeys in this browser: a sentence that says so. */
export function PasskeySignIn() {
  const text = useText()
  const task = useTask<'sign-in'>()
  const signIn = useSignIn()
  if (!canUsePasskeys()) return <Notice>{text.signIn.noPasskeys}</Notice>
  // Declining is no error: it is said, but not in red.
  const isQuiet = task.failure?.code === 'passkey_cancelled'
  return (
    <>
      <section class="card stack passkey-first">
        <Button onClick={() => task.run('sign-in', signIn)} busyText={task.running && text.signIn.passkeyBusy}>
          {text.signIn.passkey}
        </Button>
        <Notice kind="error">{task.failure && !isQuiet && describePasskeyFailure(text, task.failure)}</Notice>
        <Notice>{isQuiet && text.signIn.cancelled}</Notice>
      </section>
      <p class="or">{text.signIn.or}</p>
    </>
  )
}

/** What core refuses tells the authenticator nothing: the passkey is the key of the vault, and core may be wrong. */
function useSignIn(): () => Promise<void> {
  const { ask } = useSession()
  return async () => {
    const { challengeId, options } = await ask('startPasskeySignIn', {})
    const { response, prf } = await getPasskey(options)
    await ask('finishPasskeySignIn', { challengeId, response, prf })
  }
}

function describePasskeyFailure(text: EntryText, failure: Failure): string {
  const isRefused = failure.code === 'invalid_credentials' || failure.code === 'invalid_passkey'
  return isRefused ? text.signIn.passkeyRefused : describeFailure(text, failure)
}
