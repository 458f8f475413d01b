import { useEffect } from 'preact/hooks'
import { PATHS } from '../../routing/paths.ts'
import { destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { useLockOnLeave } from '../../session/use-lock-on-leave.ts'
import { useSteps } from '../../ui/use-steps.ts'
import { RefusedVaultPage } from '../sign-in/refused-vault-page.tsx'
import { RecoveryDone } from './recovery-done.tsx'
import { RecoveryEnter } from './recovery-enter.tsx'
import { RecoveryFinish } from './recovery-finish.tsx'
import { type NewUnlockMethod, RecoveryMethod } from './recovery-method.tsx'

type Step =
  | { readonly at: 'method' }
  | { readonly at: 'key'; readonly method: NewUnlockMethod; readonly recoveryKey: string }
  | { readonly at: 'done'; readonly by: NewUnlockMethod['by'] }

const METHOD: Step = { at: 'method' }

/**
 * `/recovery`: the recovery key opens the vault, and then a new unlock method and a new recovery key take the place of the lost
 * ones in a single change. Until that change nothing is different; leaving before it leaves everything as it was.
 */
export function RecoveryPage({ route }: { route: Route }) {
  const { state } = useSession()
  const { step, next, back, restart } = useSteps<Step>(METHOD)
  const isOpen = state.status === 'open'
  const isFull = isOpen && state.profile.scope === 'full'
  // In the later steps a session becomes full by the change itself, a moment before the last step says so.
  const isElsewhere = isFull && step.at === 'method'
  const destination = route.authRequestId === undefined ? PATHS.methods : destinationAfterSignIn(route)

  // Whoever is signed in already replaces things on the page of the sign-in methods.
  useEffect(() => {
    if (isElsewhere) navigate(destination, { replace: true })
  }, [isElsewhere, destination])
  useEffect(() => {
    if (!isOpen) restart(METHOD)
  }, [isOpen])
  useLockOnLeave(isFull)

  if (!isOpen && state.refusal) return <RefusedVaultPage refusal={state.refusal} />
  if (!isOpen) return <RecoveryEnter route={route} />
  if (step.at === 'done') return <RecoveryDone route={route} by={step.by} />
  if (isElsewhere) return null
  switch (step.at) {
    case 'method':
      return <RecoveryMethod onChosen={(method, recoveryKey) => next({ at: 'key', method, recoveryKey })} />
    case 'key':
      return (
        <RecoveryFinish
          {...step}
          onBack={back}
          onOtherMethod={() => restart(METHOD)}
          onDone={() => restart({ at: 'done', by: step.method.by })}
        />
      )
  }
}
