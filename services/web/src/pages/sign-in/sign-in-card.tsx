import { Button } from '@countersign/ui/button.tsx'
import { useText } from '@countersign/ui/messages/use-text.tsx'
import { useState } from 'preact/hooks'
import { canUsePasskeys } from '../../passkey/passkey.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SignInForm } from './unlock-frame.tsx'

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
