import { useEffect } from 'preact/hooks'
import { destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { useLockOnLeave } from '../../session/use-lock-on-leave.ts'
import { type Steps, useSteps } from '../../ui/use-steps.ts'
import { RecoveryKeyStep } from '../recovery-key/recovery-key-step.tsx'
import { FinishByPasskey, FinishByPassword } from './sign-up-finish.tsx'
import { SignUpPassword } from './sign-up-password.tsx'
import { SignUpStart } from './sign-up-start.tsx'
import { SignUpStep } from './sign-up-step.tsx'

/** How the new vault opens; with a password also under which login name. */
type UnlockMethod = { readonly by: 'passkey' } | { readonly by: 'password'; readonly login: string }

type Step =
  | { readonly at: 'start' | 'password' }
  | { readonly at: 'key' | 'confirm'; readonly method: UnlockMethod; readonly recoveryKey: string }

const START: Step = { at: 'start' }

/**
 * `/sign-up`: an unlock method, the recovery key, the proof that it was kept; only then the account is created. Until
 * that moment the server knows nothing, so leaving loses nothing; after it the key is in its owner's hands.
 */
export function SignUpPage({ route }: { route: Route }) {
  const { state, lock } = useSession()
  const steps = useSteps<Step>(START)
  const destination = destinationAfterSignIn(route)
  const isOpen = state.status === 'open'
  const wasLeft = state.status === 'locked' && state.reason === 'left'

  useEffect(() => {
    if (isOpen) navigate(destination, { replace: true })
  }, [isOpen, destination])
  // The worker that knew the password and the key is gone.
  useEffect(() => {
    if (wasLeft) steps.restart(START)
  }, [wasLeft])
  useLockOnLeave(isOpen)

  const startAgain = () => {
    lock()
    steps.restart(START)
  }
  return isOpen ? null : <CurrentStep route={route} steps={steps} startAgain={startAgain} />
}

type CurrentStepProps = {
  readonly route: Route
  readonly steps: Steps<Step>
  readonly startAgain: () => void
}

function CurrentStep({ route, steps, startAgain }: CurrentStepProps) {
  const { step, next, back } = steps
  const showKey = (method: UnlockMethod) => (recoveryKey: string) => next({ at: 'key', method, recoveryKey })
  switch (step.at) {
    case 'start':
      return (
        <SignUpStart route={route} onPasskey={showKey({ by: 'passkey' })} onPassword={() => next({ at: 'password' })} />
      )
    case 'password':
      return (
        <SignUpPassword
          route={route}
          onPrepared={(login, recoveryKey) => showKey({ by: 'password', login })(recoveryKey)}
          onPasskey={back}
        />
      )
    case 'key':
      return (
        <RecoveryKeyStep
          before={<SignUpStep number={2} />}
          recoveryKey={step.recoveryKey}
          onNext={() => next({ ...step, at: 'confirm' })}
          onBack={startAgain}
        />
      )
    case 'confirm':
      return step.method.by === 'password' ? (
        <FinishByPassword login={step.method.login} recoveryKey={step.recoveryKey} onBack={back} />
      ) : (
        <FinishByPasskey
          route={route}
          recoveryKey={step.recoveryKey}
          onBack={back}
          onPassword={() => next({ at: 'password' })}
        />
      )
  }
}
