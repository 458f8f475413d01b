import type { CallOutput, Failure } from '@countersign/device'
import { useEffect, useRef, useState } from 'preact/hooks'
import { describeFailure, type EntryText } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { canUsePasskeys, getPasskey, RENEW_MS, readUsedPasskey } from '../../passkey/passkey.ts'
import { usePreview } from '../../request-preview/preview.tsx'
import { destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { remembersVaults } from '../../session/browser-storage.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { SignInForm, UnlockFrame, type UnlockPageProps } from './unlock-frame.tsx'

const KnownPersonPage = lazyPage(async () => (await import('./known-person-page.tsx')).KnownPersonPage)
const RefusedVaultPage = lazyPage(async () => (await import('./refused-vault-page.tsx')).RefusedVaultPage)

/** `/sign-in`: then on to the pending request, or home. */
export function SignInPage({ route }: { route: Route }) {
  const { state } = useSession()
  const destination = destinationAfterSignIn(route)
  const isOpen = state.status === 'open'
  useEffect(() => {
    if (isOpen) navigate(destination, { replace: true })
  }, [isOpen, destination])
  return isOpen ? null : <UnlockPage authRequestId={route.authRequestId} />
}

/** Asks for a passkey or the password, here and wherever the vault was locked. Names the requesting app, no more. */
export function UnlockPage(props: UnlockPageProps) {
  const { state } = useSession()
  const { preview } = usePreview()
  // Without a remembered vault the form renders at once.
  const [isKnown, setKnown] = useState(remembersVaults)
  const { refusal, reason } = state.status === 'locked' ? state : {}
  const wishes = typeof preview === 'object' ? preview.prompt?.split(' ') : undefined
  // An app that requires a new sign-in does not accept an unlocked session.
  const isNewSignIn = reason === 'recent_sign_in' || wishes?.includes('login')
  if (refusal) return <RefusedVaultPage refusal={refusal} />
  if (isKnown && !isNewSignIn) return <KnownPersonPage {...props} onUnknownUser={() => setKnown(false)} />
  return (
    <UnlockFrame authRequestId={props.authRequestId} lead={props.lead}>
      <PasskeySignIn />
      <SignInForm />
    </UnlockFrame>
  )
}

/** Signs in and opens the vault with one gesture; says so if the browser has no passkeys. */
function PasskeySignIn() {
  const text = useText()
  const { task, signIn } = usePasskeySignIn()
  if (!canUsePasskeys()) return <Notice>{text.failures.passkey_unsupported}</Notice>
  // A cancelled ceremony is not shown as an error.
  const isQuiet = task.failure?.code === 'passkey_cancelled'
  return (
    <>
      <section class="card stack sign-in-passkey">
        <Button onClick={signIn} busyText={task.running && text.signIn.passkeyBusy} label={text.signIn.passkey} />
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

type Offered = CallOutput<'startPasskeySignIn'> & { readonly at: number }

/**
 * Signs in by the button, or by autofill, which waits while the button's ceremony runs: a browser runs one at a time. A
 * refusal by core is not signalled to the authenticator, since the passkey opens the vault and core may be wrong.
 */
function usePasskeySignIn() {
  const { ask } = useSession()
  const task = useTask<'sign-in'>()
  const { running } = task
  const run = useRef(task.run)
  const stop = useRef<(() => void) | undefined>(undefined)
  // The button reuses the challenge of the autofill: core counts them.
  const offered = useRef<Offered | undefined>(undefined)
  run.current = task.run

  useEffect(() => {
    if (running || !canUsePasskeys()) return undefined
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
      const finish = async () =>
        void (await ask('finishPasskeySignIn', { challengeId, ...readUsedPasskey(credential) }))
      run.current('sign-in', finish)
    }
    choose().catch(() => undefined)
    return leave
  }, [ask, running])

  const signIn = () =>
    task.run('sign-in', async () => {
      stop.current?.()
      const waiting = offered.current
      offered.current = undefined
      const isFresh = waiting && Date.now() - waiting.at < RENEW_MS
      const { challengeId, options } = isFresh ? waiting : await ask('startPasskeySignIn', {})
      await ask('finishPasskeySignIn', { challengeId, ...(await getPasskey(options)) })
    })
  return { task, signIn }
}
