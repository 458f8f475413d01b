import { useEffect, useRef, useState } from 'preact/hooks'
import { destinationAfterSignIn, navigate, type Route } from '../router.ts'
import { useSession } from '../session.tsx'
import { RecoveryConfirm } from './recovery-confirm.tsx'
import { RecoveryKeyStep } from './recovery-key-step.tsx'
import { SignUpDetails } from './sign-up-details.tsx'

type Step =
  | { readonly at: 'details' }
  | { readonly at: 'key'; readonly login: string; readonly recoveryKey: string }
  | { readonly at: 'confirm'; readonly login: string; readonly recoveryKey: string }

/**
 * `/sign-up`: name and password, the recovery key, the proof that it was kept; only then the account is created. Until
 * that moment the server knows nothing, so leaving loses nothing; after it the key is in its owner's hands.
 */
export function SignUpPage({ route }: { route: Route }) {
  const { state, lock } = useSession()
  const [step, setStep] = useState<Step>({ at: 'details' })
  const destination = destinationAfterSignIn(route)
  const isOpen = state.status === 'open'
  const wasLeft = state.status === 'locked' && state.reason === 'left'

  useEffect(() => {
    if (isOpen) navigate(destination, { replace: true })
  }, [isOpen, destination])
  // The worker that knew the password and the key is gone.
  useEffect(() => {
    if (wasLeft) setStep({ at: 'details' })
  }, [wasLeft])

  useLockOnLeave(isOpen)

  if (isOpen) return null
  switch (step.at) {
    case 'details':
      return (
        <SignUpDetails route={route} onPrepared={(login, recoveryKey) => setStep({ at: 'key', login, recoveryKey })} />
      )
    case 'key':
      return (
        <RecoveryKeyStep
          {...step}
          onNext={() => setStep({ ...step, at: 'confirm' })}
          onBack={() => {
            lock()
            setStep({ at: 'details' })
          }}
        />
      )
    case 'confirm':
      return <RecoveryConfirm {...step} onBack={() => setStep({ ...step, at: 'key' })} />
  }
}

/** Whoever leaves in the middle leaves no password and no recovery key behind in the worker. */
function useLockOnLeave(isDone: boolean): void {
  const { lock } = useSession()
  const done = useRef(isDone)
  done.current = isDone
  useEffect(
    () => () => {
      if (!done.current) lock()
    },
    [lock],
  )
}
