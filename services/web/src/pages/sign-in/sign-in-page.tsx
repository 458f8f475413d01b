import { useEffect } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { useKnownPerson } from '../../session/use-known-person.ts'
import { lazyPage } from '../../ui/lazy-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WhoAsksPage } from '../who-asks/who-asks-page.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { WelcomeBack } from './welcome-back.tsx'

const RefusedVaultPage = lazyPage(async () => (await import('./refused-vault-page.tsx')).RefusedVaultPage)

/** `/sign-in`: then on to the request that waits, or home. */
export function SignInPage({ route }: { route: Route }) {
  const { state } = useSession()
  const destination = destinationAfterSignIn(route)
  const isOpen = state.status === 'open'
  useEffect(() => {
    if (isOpen) navigate(destination, { replace: true })
  }, [isOpen, destination])
  return isOpen ? null : <UnlockPage authRequestId={route.authRequestId} />
}

/**
 * Asks for a passkey or the password, here and on every page whose vault was locked in the middle; of whom this browser knows,
 * for one of them alone. Where an app waits, its name and host stand above: what it asks for, only a signed-in person may read.
 */
export function UnlockPage({ authRequestId }: { authRequestId: string | undefined }) {
  const text = useText()
  const { state } = useSession()
  const refusal = state.status === 'locked' ? state.refusal : undefined
  const isWaiting = authRequestId !== undefined
  const reason = state.status === 'locked' ? state.reason : undefined
  const { person, forget } = useKnownPerson()
  // An app that asks for a new sign-in is not content with an unlocked session.
  const known = reason === 'recent_sign_in' ? null : person
  if (refusal) return <RefusedVaultPage refusal={refusal} />
  return (
    <WhoAsksPage
      authRequestId={authRequestId}
      title={isWaiting ? text.signIn.appWaitingTitle : text.signIn.title}
      lead={isWaiting ? text.signIn.appWaiting : text.signIn.lead}
    >
      <Notice>{reason && text.signIn.locked[reason]}</Notice>
      {known && <WelcomeBack person={known} onOther={forget} />}
      {known === null && (
        <>
          <PasskeySignIn />
          <SignInForm />
        </>
      )}
      <p class="aside">
        <a href={addressOf(PATHS.recovery, authRequestId)}>{text.signIn.recovery}</a>
      </p>
      <p class="aside">
        {text.signIn.noAccount} <a href={addressOf(PATHS.signUp, authRequestId)}>{text.signIn.signUp}</a>
      </p>
    </WhoAsksPage>
  )
}
