import { type CallInput, type CallOutput, toFailure } from '@countersign/device'
import { Button, Notice, PasskeyNotice } from '@countersign/ui/elements.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useCallback, useEffect, useRef } from 'preact/hooks'
import { canUsePasskeys, getPasskey, RENEW_MS, readUsedPasskey } from '../../passkey/passkey.ts'
import { useSession } from '../../session/session.tsx'

/** Signs in and opens the vault with one gesture; says so if the browser has no passkeys. */
export function PasskeySignIn({ isPaused }: { readonly isPaused: boolean }) {
  const text = useText()
  const { task, signIn } = usePasskeySignIn(isPaused)
  if (!canUsePasskeys()) return <Notice>{text.failures.passkey_unsupported}</Notice>
  const { passkeyRefused, cancelled } = text.signIn
  return (
    <div class="stack sign-in-passkey">
      <Button onClick={signIn} busyText={task.running && text.signIn.passkeyBusy} label={text.signIn.passkey} />
      <PasskeyNotice failure={task.failure} own={{ invalid_credentials: passkeyRefused }} cancelled={cancelled} />
    </div>
  )
}

type Offered = CallOutput<'startPasskeySignIn'> & { readonly at: number }

/**
 * Signs in by the button, or by autofill, which waits during any other ceremony: a browser runs one at a time. Autofill
 * that ends in a failure waits for the button: an authenticator that answers by itself would be asked without end.
 */
function usePasskeySignIn(isPaused: boolean) {
  const { ask } = useSession()
  const task = useTask<'sign-in'>()
  const { running } = task
  const run = useRef(task.run)
  const stop = useRef<(() => void) | undefined>(undefined)
  const offered = useRef<Offered | undefined>(undefined)
  const wasChosen = useRef(false)
  const finish = useFinish()
  run.current = task.run
  // The button reuses the challenge of the autofill: core counts them.
  const takeOffered = () => {
    const taken = offered.current
    offered.current = undefined
    return taken && Date.now() - taken.at < RENEW_MS ? taken : undefined
  }

  useEffect(() => {
    if (running || isPaused || wasChosen.current || !canUsePasskeys()) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const leave = () => controller.abort()
    const start = async () => {
      const started = await ask('startPasskeySignIn', {})
      if (!signal.aborted) offered.current = { ...started, at: Date.now() }
      return started
    }
    stop.current = leave
    addEventListener('pagehide', leave, { signal })
    const choose = async () => {
      const { offerPasskeys } = await import('./passkey-autofill.ts')
      const chosen = await offerPasskeys({ start, signal })
      if (!chosen || signal.aborted) return
      const { challengeId, credential } = chosen
      offered.current = undefined
      wasChosen.current = true
      run.current('sign-in', async () => finish({ challengeId, ...readUsedPasskey(credential) }))
    }
    // Without autofill there is still the button.
    choose().catch(() => undefined)
    return leave
  }, [ask, finish, running, isPaused])

  const signIn = () =>
    task.run('sign-in', async () => {
      stop.current?.()
      wasChosen.current = false
      const { challengeId, options } = takeOffered() ?? (await ask('startPasskeySignIn', {}))
      await finish({ challengeId, ...(await getPasskey(options)) })
    })
  return { task, signIn }
}

/**
 * A refusal by core alone is not signalled to the authenticator: the passkey opens the vault, and core may be wrong. That
 * the account was deleted here, the device knows itself.
 */
function useFinish() {
  const { ask } = useSession()
  return useCallback(
    async (used: CallInput<'finishPasskeySignIn'>) => {
      try {
        await ask('finishPasskeySignIn', used)
      } catch (error) {
        if (toFailure(error).code === 'passkey_account_deleted') {
          const { signalUnknown } = await import('../../passkey/signals.ts')
          await signalUnknown(used.response.id)
        }
        throw error
      }
    },
    [ask],
  )
}
