import type { PageConfig } from '@countersign/contracts/page-config'
import { lazyPage } from '@countersign/ui/lazy-page.tsx'
import { PATHS, type Path } from '@countersign/ui/routing/paths.ts'
import { addressOf, navigate, type Route, useRoute } from '@countersign/ui/routing/router.ts'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { ConsentPage } from './pages/consent/consent-page.tsx'
import { SignInPage } from './pages/sign-in/unlock-page.tsx'
import { PreviewProvider } from './request-preview/preview.tsx'
import { useSession } from './session/session.tsx'

type PageProps = { readonly route: Route; readonly issuer: string }

/** The page of each path. Pages that are not on the way to an approval are loaded lazily. */
const PAGES: Readonly<Record<Path, FunctionComponent<PageProps>>> = {
  [PATHS.home]: lazyPage(async () => (await import('./pages/home/home-page.tsx')).HomePage),
  [PATHS.signIn]: SignInPage,
  [PATHS.signUp]: lazyPage(async () => (await import('./pages/sign-up/sign-up-page.tsx')).SignUpPage),
  [PATHS.consent]: ConsentPage,
  [PATHS.apps]: lazyPage(async () => (await import('./pages/apps/apps-page.tsx')).AppsPage),
  [PATHS.activity]: lazyPage(async () => (await import('./pages/activity/activity-page.tsx')).ActivityPage),
  [PATHS.methods]: lazyPage(async () => (await import('./pages/methods/methods-page.tsx')).MethodsPage),
  [PATHS.sessions]: lazyPage(async () => (await import('./pages/sessions/sessions-page.tsx')).SessionsPage),
  [PATHS.account]: lazyPage(async () => (await import('./pages/account/account-page.tsx')).AccountPage),
  [PATHS.credentials]: lazyPage(
    async () => (await import('./pages/issued-credentials/credentials-page.tsx')).CredentialsPage,
  ),
  [PATHS.recovery]: lazyPage(async () => (await import('./pages/recovery/recovery-page.tsx')).RecoveryPage),
  [PATHS.device]: lazyPage(async () => (await import('./pages/device/device-page.tsx')).DevicePage),
  [PATHS.anotherDevice]: lazyPage(
    async () => (await import('./pages/another-device/another-device-page.tsx')).AnotherDevicePage,
  ),
  [PATHS.logout]: lazyPage(async () => (await import('./pages/logout/logout-page.tsx')).LogoutPage),
}
const NotFoundPage = lazyPage(async () => (await import('./pages/not-found/not-found-page.tsx')).NotFoundPage)
const RecoveryKeyPage = lazyPage(
  async () => (await import('./pages/recovery-key/keep-recovery-key.tsx')).RecoveryKeyPage,
)

export function App({ issuer, coreUrl, signUps }: Pick<PageConfig, 'issuer' | 'coreUrl' | 'signUps'>) {
  const route = useRoute()
  useRecoveryFirst(route)
  return (
    <PreviewProvider id={route.authRequestId} coreUrl={coreUrl} issuer={issuer} signUps={signUps}>
      <CurrentPage route={route} issuer={issuer} />
    </PreviewProvider>
  )
}

/** Pages that a missing recovery key does not interrupt: a request asks for it on approval. */
const WITHOUT_RECOVERY_KEY: readonly Route['path'][] = [PATHS.signUp, PATHS.consent, PATHS.device]

function CurrentPage(props: PageProps) {
  const { path } = props.route
  const { profile } = useSession()
  if (profile?.needsRecoveryKey && !WITHOUT_RECOVERY_KEY.includes(path)) return <RecoveryKeyPage />
  const Content = path === undefined ? NotFoundPage : PAGES[path]
  return <Content {...props} />
}

/** After a sign-in by recovery key core allows nothing but the recovery, so this leads there. */
function useRecoveryFirst({ path, authRequestId }: Route): void {
  const { profile } = useSession()
  const isElsewhere = profile?.scope === 'recovery' && path !== PATHS.recovery
  useEffect(() => {
    if (isElsewhere) navigate(addressOf(PATHS.recovery, authRequestId), { replace: true })
  }, [isElsewhere, authRequestId])
}
