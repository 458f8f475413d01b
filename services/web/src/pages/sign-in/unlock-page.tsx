import { lazyPage } from '@countersign/ui/lazy-page.tsx'
import { useText } from '@countersign/ui/messages/use-text.tsx'
import { destinationAfterSignIn, navigate, type Route } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { remembersVaults } from '../../session/browser-storage.ts'
import { useSession } from '../../session/session.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { SignInOrUp } from './sign-in-or-up.tsx'
import { NoAccount, OtherWays, UnlockFrame, type UnlockPageProps } from './unlock-frame.tsx'

const KnownPersonPage = lazyPage(async () => (await import('./known-person-page.tsx')).KnownPersonPage)
const RefusedVaultPage = lazyPage(async () => (await import('./refused-vault-page.tsx')).RefusedVaultPage)

/** Asks for a passkey or the password, here and wherever the vault was locked. Names the requesting app, no more. */
export function UnlockPage(props: UnlockPageProps) {
  const { authRequestId, lead } = props
  const { signIn } = useText()
  const { refusal, reason } = useSession()
  const { preview } = usePreview()
  // Without a remembered vault the form renders at once.
  const [isKnown, setKnown] = useState(remembersVaults)
  const [isFirstVisit] = useState(authRequestId !== undefined && !isKnown)
  const wishes = typeof preview === 'object' ? preview.prompt?.split(' ') : undefined
  // An app that requires a new sign-in does not accept an unlocked session.
  const isNewSignIn = reason === 'recent_sign_in' || wishes?.includes('login')
  if (refusal) return <RefusedVaultPage refusal={refusal} />
  if (isKnown && !isNewSignIn) return <KnownPersonPage {...props} onUnknownUser={() => setKnown(false)} />
  return (
    <UnlockFrame authRequestId={authRequestId} lead={isFirstVisit ? signIn.firstVisit : lead} isWide={isFirstVisit}>
      {isFirstVisit ? (
        <SignInOrUp authRequestId={authRequestId} />
      ) : (
        <>
          <SignInCard />
          <OtherWays authRequestId={authRequestId} />
          <NoAccount authRequestId={authRequestId} />
        </>
      )}
    </UnlockFrame>
  )
}

/** `/sign-in`: then on to the pending request, or home. */
export function SignInPage({ route }: { route: Route }) {
  const { profile } = useSession()
  const destination = destinationAfterSignIn(route)
  const isOpen = profile !== undefined
  useEffect(() => {
    if (isOpen) navigate(destination, { replace: true })
  }, [isOpen, destination])
  return isOpen ? null : <UnlockPage authRequestId={route.authRequestId} />
}
