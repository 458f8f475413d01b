import { useFullText } from '../../messages/use-text.tsx'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, type Route } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { WhoAsksPage } from '../who-asks/who-asks-page.tsx'
import { SignUpStep } from './sign-up-step.tsx'

type SignUpStartProps = {
  readonly route: Route
  readonly onPasskey: (recoveryKey: string) => void
  readonly onPassword: () => void
}

/** First step: how the vault opens. A passkey is one button; a browser that has none says so and offers the password. */
export function SignUpStart({ route, onPasskey, onPassword }: SignUpStartProps) {
  const text = useFullText()
  const { ask } = useSession()
  const support = usePasskeySupport()
  const task = useTask<'prepare'>()
  const prepare = () => task.run('prepare', async () => onPasskey((await ask('preparePasskeyAccount', {})).recoveryKey))
  const { authRequestId } = route
  return (
    <WhoAsksPage
      authRequestId={authRequestId}
      before={<SignUpStep number={1} />}
      title={text.signUp.title}
      lead={authRequestId === undefined ? text.signUp.lead : `${text.signUp.lead} ${text.signUp.appWaiting}`}
    >
      {support === 'likely' ? (
        <>
          <Card icon="fingerprint" title={text.signUp.passkeyTitle} lead={text.signUp.passkeyLead}>
            <Button onClick={prepare} busyText={task.running && text.signUp.busy}>
              {text.signUp.passkeySubmit}
            </Button>
            <FailureNotice failure={task.failure} />
          </Card>
          <p class="or">{text.signUp.or}</p>
        </>
      ) : (
        <Notice>{support === 'none' ? text.signUp.noPasskeys : text.signUp.noPrf}</Notice>
      )}
      <Button kind="secondary" onClick={onPassword}>
        {support === 'likely' ? text.signUp.usePassword : text.signUp.submit}
      </Button>
      <HaveAccount route={route} />
    </WhoAsksPage>
  )
}

export function HaveAccount({ route }: { route: Route }) {
  const text = useFullText()
  return (
    <p class="aside">
      {text.signUp.haveAccount} <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.signUp.signIn}</a>
    </p>
  )
}
