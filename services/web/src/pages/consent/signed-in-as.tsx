import { useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Whose data is asked for, and the way out for somebody else, who goes on with the same request. */
export function SignedInAs({ id }: { id: string }) {
  const { signIn } = useText()
  const { state, ask, lock } = useSession()
  const task = useTask<'sign-out'>()
  const { name, given_name: givenName, nickname } = state.status === 'open' ? state.profile.values : {}
  const shownName = givenName ?? nickname ?? name
  // Locked here whatever the server says: its session ends by itself when it is not used.
  const leave = async () => {
    const isGivenBack = await ask('giveBackRequest', { id }).then(
      () => true,
      () => false,
    )
    await ask('signOut', {}).catch(() => undefined)
    lock(isGivenBack ? 'other_account' : 'signed_out')
  }
  return (
    <p class="signed-in-as">
      {shownName !== undefined && (
        <>
          <Icon name="person" />
          <bdi>{shownName}</bdi>
        </>
      )}
      <Button kind="quiet" onClick={() => task.run('sign-out', leave)} busyText={task.running && signIn.notYou}>
        {signIn.notYou}
      </Button>
    </p>
  )
}
