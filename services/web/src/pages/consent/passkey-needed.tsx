import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useSession } from '../../session/session.tsx'
import { AddPasskey } from '../methods/method-steps.tsx'

type PasskeyNeededProps = { readonly id: string; readonly app: string; readonly issuer: string }

/** To a person who signed in by password, for an app that takes a passkey alone: sign in by one, add one, or go back. */
export function PasskeyNeeded({ id, app, issuer }: PasskeyNeededProps) {
  const { passkeyOnly, signIn, passkeys, problem } = useFullText()
  const { ask, lock } = useSession()
  const task = useTask<'leave'>()
  const signInAgain = () => lock('recent_sign_in')
  const leave = async () => {
    await ask('giveBackRequest', { id })
    const query = new URLSearchParams({ auth_request_id: id, error: 'unmet_authentication_requirements' })
    location.replace(`${issuer}/oauth/authorize/unanswered?${query}`)
  }
  const goBack = () => task.run('leave', leave)
  return (
    <Page title={passkeyOnly.title(app)} lead={passkeyOnly.byPassword(app)} hasHomeLink={false}>
      <div class="actions start">
        <Button onClick={signInAgain} label={signIn.passkey} />
        <Button
          kind="secondary"
          onClick={goBack}
          busyText={task.running && passkeyOnly.leaving}
          label={problem.backTo(app)}
        />
      </div>
      <FailureNotice failure={task.failure} />
      <section class="card stack">
        <h2>{passkeys.add}</h2>
        <AddPasskey onAdded={async () => signInAgain()} onCancel={goBack} />
      </section>
    </Page>
  )
}
