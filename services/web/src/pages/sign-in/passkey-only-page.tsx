import { Button } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useState } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { BackToApp } from './back-to-app.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { NoAccount, OtherWays, SignInForm, UnlockFrame } from './unlock-frame.tsx'

/** For an app that takes a passkey alone (`acr_values=phr`). The password still opens the vault, to add a passkey there. */
export function PasskeyOnlyPage({ authRequestId }: { readonly authRequestId: string | undefined }) {
  const { passkeyOnly } = useFullText()
  const { preview } = usePreview()
  const [hasNone, setNone] = useState(false)
  const app = typeof preview === 'object' ? preview.client.name : ''
  return (
    <UnlockFrame authRequestId={authRequestId} title={passkeyOnly.title(app)}>
      <section class="card stack">
        <p>{passkeyOnly.lead(app)}</p>
        <PasskeySignIn isPaused={false} />
        {hasNone ? (
          <>
            <p>{passkeyOnly.first}</p>
            <SignInForm takesFocus />
            <BackToApp error="unmet_authentication_requirements" />
          </>
        ) : (
          <Button kind="quiet" onClick={() => setNone(true)} label={passkeyOnly.none} />
        )}
      </section>
      <OtherWays authRequestId={authRequestId} />
      <NoAccount authRequestId={authRequestId} />
    </UnlockFrame>
  )
}
