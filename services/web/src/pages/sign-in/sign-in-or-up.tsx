import { lazyPage, type Missing } from '@countersign/ui/lazy-page.tsx'
import { useState } from 'preact/hooks'
import { SignInCard } from './sign-in-card.tsx'
import { NoAccount, OtherWays } from './unlock-frame.tsx'

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
