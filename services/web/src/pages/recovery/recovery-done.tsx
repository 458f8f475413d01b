import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { destinationAfterSignIn, type Route } from '../../routing/router.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** What has been replaced, and what is worth a look now. */
export function RecoveryDone({ route, by }: { route: Route; by: 'passkey' | 'password' }) {
  const text = useFullText()
  const facts = [
    by === 'passkey' ? text.recovery.donePasskey : text.recovery.donePassword,
    text.recovery.doneKey,
    text.recovery.doneOthers,
    text.recovery.doneApps,
    text.recovery.doneOlder[by],
  ]
  return (
    <Page title={text.recovery.doneTitle}>
      <ul class="card facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div class="actions">
        {route.authRequestId === undefined && (
          <ButtonLink href={PATHS.methods} kind="quiet">
            {text.recovery.doneMethods}
          </ButtonLink>
        )}
        <ButtonLink href={destinationAfterSignIn(route)}>{text.common.next}</ButtonLink>
      </div>
    </Page>
  )
}
