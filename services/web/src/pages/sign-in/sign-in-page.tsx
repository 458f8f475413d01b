import { useEffect } from 'preact/hooks'
import { destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { UnlockPage } from './unlock-page.tsx'

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
