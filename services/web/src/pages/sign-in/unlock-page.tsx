import { Button } from '@countersign/ui/elements.tsx'
import { lazyPage, type Missing } from '@countersign/ui/lazy-page.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { destinationAfterSignIn, navigate, type Route } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { canUsePasskeys } from '../../passkey/passkey.ts'
import { needsPasskey, usePreview } from '../../request-preview/preview.tsx'
import { remembersVaults } from '../../session/browser-storage.ts'
import { useSession } from '../../session/session.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { NoAccount, OtherWays, SignInForm, UnlockFrame, type UnlockPageProps } from './unlock-frame.tsx'

const KnownPersonPage = lazyPage(async () => (await import('./known-person-page.tsx')).KnownPersonPage)
const PasskeyOnlyPage = lazyPage(async () => (await import('./passkey-only-page.tsx')).PasskeyOnlyPage)
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
  if (needsPasskey(preview)) return <PasskeyOnlyPage authRequestId={authRequestId} />
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

type SignInOrUpProps = { readonly authRequestId: string | undefined }

/** Sign-in and sign-up side by side, where an app sends a browser that knows no user. */
export function SignInOrUp({ authRequestId }: SignInOrUpProps) {
  const [isCreating, setCreating] = useState(false)
  return (
    <div class="sign-in-or-up">
      <SignInCard isShort isPaused={isCreating} />
      <NewcomerCard authRequestId={authRequestId} onBusy={setCreating} />
      <OtherWays authRequestId={authRequestId} />
    </div>
  )
}

/** Keeps its place while it loads. */
function NewcomerPlace({ hasFailed, authRequestId }: Missing & SignInOrUpProps) {
  return <div class="card sign-in-new">{hasFailed && <NoAccount authRequestId={authRequestId} />}</div>
}

const NewcomerCard = lazyPage(async () => (await import('../sign-up/newcomer-card.tsx')).NewcomerCard, NewcomerPlace)

type SignInCardProps = {
  /** Under its own heading, with the password behind a button: the page has a sign-up too. */
  readonly isShort?: boolean
  readonly isPaused?: boolean
}

/** The passkey and the password of someone who has an account. */
export function SignInCard({ isShort = false, isPaused = false }: SignInCardProps) {
  const { signIn } = useText()
  const hasPasskeys = canUsePasskeys()
  const [isByPassword, setByPassword] = useState(!isShort || !hasPasskeys)
  return (
    <section class="card stack">
      {isShort && <h2>{signIn.title}</h2>}
      <PasskeySignIn isPaused={isPaused} />
      {isByPassword ? (
        <>
          {hasPasskeys && <p class="or">{signIn.or}</p>}
          <SignInForm takesFocus={isShort && hasPasskeys} />
        </>
      ) : (
        <Button kind="secondary" onClick={() => setByPassword(true)} label={signIn.usePassword} />
      )}
    </section>
  )
}
