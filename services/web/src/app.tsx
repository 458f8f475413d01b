import { useEffect } from 'preact/hooks'
import type { PageConfig } from './page-config.ts'
import { ConsentPage } from './pages/consent/consent-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { PreviewProvider } from './request-preview/preview.tsx'
import { PATHS } from './routing/paths.ts'
import { addressOf, navigate, type Route, useRoute } from './routing/router.ts'
import { useSession } from './session/session.tsx'
import { lazyPage } from './ui/lazy-page.tsx'

const ActivityPage = lazyPage(async () => (await import('./pages/activity/activity-page.tsx')).ActivityPage)
const AppsPage = lazyPage(async () => (await import('./pages/apps/apps-page.tsx')).AppsPage)
const CredentialOfferPage = lazyPage(
  async () => (await import('./pages/issued-credentials/credential-offer-page.tsx')).CredentialOfferPage,
)
const DevicePage = lazyPage(async () => (await import('./pages/device/device-page.tsx')).DevicePage)
const HomePage = lazyPage(async () => (await import('./pages/home/home-page.tsx')).HomePage)
const LogoutPage = lazyPage(async () => (await import('./pages/logout/logout-page.tsx')).LogoutPage)
const MethodsPage = lazyPage(async () => (await import('./pages/methods/methods-page.tsx')).MethodsPage)
const NotFoundPage = lazyPage(async () => (await import('./pages/not-found/not-found-page.tsx')).NotFoundPage)
const SessionsPage = lazyPage(async () => (await import('./pages/sessions/sessions-page.tsx')).SessionsPage)
const AccountPage = lazyPage(async () => (await import('./pages/account/account-page.tsx')).AccountPage)
const RecoveryKeyPage = lazyPage(
  async () => (await import('./pages/recovery-key/keep-recovery-key.tsx')).RecoveryKeyPage,
)
const RecoveryPage = lazyPage(async () => (await import('./pages/recovery/recovery-page.tsx')).RecoveryPage)
const SignUpPage = lazyPage(async () => (await import('./pages/sign-up/sign-up-page.tsx')).SignUpPage)

export function App({ issuer, coreUrl }: Pick<PageConfig, 'issuer' | 'coreUrl'>) {
  const route = useRoute()
  useRecoveryFirst(route)
  return (
    <PreviewProvider id={route.authRequestId} coreUrl={coreUrl} issuer={issuer}>
      <CurrentPage route={route} issuer={issuer} />
    </PreviewProvider>
  )
}

/** Pages that a missing recovery key does not interrupt: a request asks for it on approval. */
const WITHOUT_RECOVERY_KEY: readonly Route['path'][] = [PATHS.signUp, PATHS.consent, PATHS.device]

/** One page per path. Pages that are not on the way to an approval are loaded lazily. */
function CurrentPage({ route, issuer }: { route: Route; issuer: string }) {
  const { state } = useSession()
  const needsKey = state.status === 'open' && state.profile.needsRecoveryKey
  if (needsKey && !WITHOUT_RECOVERY_KEY.includes(route.path)) return <RecoveryKeyPage />
  switch (route.path) {
    case PATHS.home:
      return <HomePage />
    case PATHS.signIn:
      return <SignInPage route={route} />
    case PATHS.signUp:
      return <SignUpPage route={route} />
    case PATHS.consent:
      return <ConsentPage authRequestId={route.authRequestId} issuer={issuer} />
    case PATHS.apps:
      return <AppsPage />
    case PATHS.activity:
      return <ActivityPage />
    case PATHS.methods:
      return <MethodsPage />
    case PATHS.sessions:
      return <SessionsPage />
    case PATHS.account:
      return <AccountPage />
    case PATHS.credentials:
      return <CredentialOfferPage />
    case PATHS.recovery:
      return <RecoveryPage route={route} />
    case PATHS.device:
      return <DevicePage />
    case PATHS.logout:
      return <LogoutPage />
    case undefined:
      return <NotFoundPage />
  }
}

/** After a sign-in by recovery key core allows nothing but the recovery, so this leads there. */
function useRecoveryFirst({ path, authRequestId }: Route): void {
  const { state } = useSession()
  const isRecovering = state.status === 'open' && state.profile.scope === 'recovery'
  const isElsewhere = isRecovering && path !== PATHS.recovery
  useEffect(() => {
    if (isElsewhere) navigate(addressOf(PATHS.recovery, authRequestId), { replace: true })
  }, [isElsewhere, authRequestId])
}
