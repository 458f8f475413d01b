import { ConsentPage } from './pages/consent-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { SignInPage } from './pages/sign-in-page.tsx'
import { SignUpPage } from './pages/sign-up-page.tsx'
import { PATHS } from './paths.ts'
import { useRoute } from './router.ts'

/** One page for each path. */
export function App({ issuer }: { issuer: string }) {
  const route = useRoute()
  switch (route.path) {
    case PATHS.home:
      return <HomePage />
    case PATHS.signIn:
      return <SignInPage route={route} />
    case PATHS.signUp:
      return <SignUpPage route={route} />
    case PATHS.consent:
      return <ConsentPage authRequestId={route.authRequestId} issuer={issuer} />
    case undefined:
      return <NotFoundPage />
  }
}
