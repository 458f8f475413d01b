import { useEffect, useState } from 'preact/hooks'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { useLockOnLeave } from '../../session/use-lock-on-leave.ts'
import { useProposedName } from '../../session/use-proposed-name.ts'
import { useSteps } from '../../ui/use-steps.ts'
import { SignUpPasskey } from './sign-up-passkey.tsx'
import { SignUpPassword } from './sign-up-password.tsx'

/**
 * `/sign-up`: a name and an unlock method, and the account is there. Its recovery key comes with the first approval, or
 * next where no app waits: nothing is shared before it is kept.
 */
export function SignUpPage({ route }: { route: Route }) {
  const { state } = useSession()
  const { step, next, back, restart } = useSteps<'passkey' | 'password'>('passkey')
  const support = usePasskeySupport()
  const [name, setName] = useState('')
  const [, propose] = useProposedName()
  const destination = destinationAfterSignIn(route)
  const isOpen = state.status === 'open'
  const wasLeft = state.status === 'locked' && state.reason === 'left'

  useEffect(() => {
    if (!isOpen) return
    propose(() => name)
    navigate(destination, { replace: true })
  }, [isOpen, destination])
  // The worker that began is gone.
  useEffect(() => {
    if (wasLeft) restart('passkey')
  }, [wasLeft])
  useLockOnLeave(isOpen)

  if (isOpen) return null
  if (step === 'password' || support !== 'likely')
    return <SignUpPassword route={route} support={support} onPasskey={back} />
  return <SignUpPasskey route={route} name={name} setName={setName} onPassword={() => next('password')} />
}
