import { useSession } from '../../session/session.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useSteps } from '../../ui/use-steps.ts'
import { RequireSignIn } from '../signed-in/signed-in-frame.tsx'
import { ChangeLogin, ChangePassword } from './change-credentials.tsx'
import { ReplaceRecoveryKey, RotateAccountKey } from './key-replacement.tsx'
import { MethodList } from './method-list.tsx'
import type { MethodNote, MethodStep } from './method-step.ts'

/** `/methods`: the unlock methods. */
export function MethodsPage() {
  return <RequireSignIn>{() => <Methods />}</RequireSignIn>
}

function Methods() {
  const { ask } = useSession()
  const { step, next, back, restart } = useSteps<MethodStep>({ at: 'list' })
  const methods = useLoaded(() => ask('listMethods', {}))
  const done = async (note: MethodNote) => {
    await methods.reload()
    restart({ at: 'list', note })
    // The focused button may be gone.
    document.querySelector('h1')?.focus()
  }
  // Several steps make one change: tell a user who stops in the middle its outcome.
  const cancel = (isUnknown: boolean) => void done(isUnknown ? 'maybeChanged' : 'unchanged')
  const hasPassword = methods.content?.some(({ type }) => type === 'password') ?? false
  switch (step.at) {
    case 'list':
      return <MethodList methods={methods} note={step.note} onChoose={next} onDone={done} />
    case 'password':
      return (
        <ChangePassword
          hasPassword={hasPassword}
          onBack={back}
          onDone={done}
          onRotate={(password) => next({ at: 'rotate', password })}
        />
      )
    case 'login':
      return <ChangeLogin onBack={back} onDone={done} />
    case 'recovery-key':
      return <ReplaceRecoveryKey onCancel={cancel} onDone={done} />
    case 'rotate':
      return <RotateAccountKey password={step.password} onCancel={cancel} onDone={done} />
  }
}
