import './app-changes.css'
import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { AppCheck } from '@countersign/device'
import { useFormat, useFullText, useText } from '../../messages/use-text.tsx'
import { ACCEPT_KEY } from './obstacle.ts'

type AppChangesProps = {
  readonly app: AuthorizationRequestDetails['client']
  readonly check: AppCheck
  readonly isAccepted: boolean
  readonly onAccept: (isAccepted: boolean) => void
}

/**
 * Differences of a known app, which may have moved or been replaced. Only the user can tell, so both states are shown,
 * and a changed key must be accepted explicitly.
 */
export function AppChanges({ app, check: { hostChanged, keyChanged }, isAccepted, onAccept }: AppChangesProps) {
  const text = useText()
  if (hostChanged === undefined && !keyChanged) return null
  const hasKey = app.claims_encryption_jwk !== undefined
  return (
    <section class="app-changes" aria-labelledby="changes-title">
      <h2 id="changes-title">{text.consent.changedTitle(app.name)}</h2>
      {hostChanged && (
        <>
          <p>{text.consent.hostChanged}</p>
          <dl class="before-after">
            <div>
              <dt>{text.consent.before}</dt>
              <dd dir="ltr">{hostChanged.before}</dd>
            </div>
            <div>
              <dt>{text.consent.now}</dt>
              <dd dir="ltr">{hostChanged.after}</dd>
            </div>
          </dl>
        </>
      )}
      {keyChanged && (
        <>
          <p>{hasKey ? text.consent.keyChanged : text.consent.keyGone}</p>
          <label class="accept">
            <input
              type="checkbox"
              name={ACCEPT_KEY}
              checked={isAccepted}
              onChange={(event) => onAccept(event.currentTarget.checked)}
            />
            <span>{text.consent.acceptKey(app.name)}</span>
          </label>
        </>
      )}
    </section>
  )
}

/** Known apps with a confusable name. Only the user can tell whether this is the same one. */
export function AppNamesakes({ app, namesakes }: { app: string } & Pick<AppCheck, 'namesakes'>) {
  const { consentChecks: text } = useFullText()
  const format = useFormat()
  return (
    <section class="app-changes" aria-labelledby="namesakes-title">
      <h2 id="namesakes-title">{text.namesakesTitle(app)}</h2>
      <p>{text.namesakes}</p>
      <dl class="before-after">
        {namesakes.map(({ name, host, since }) => (
          <div key={`${host} ${since}`}>
            <dt>{text.knownSince(format.date(since))}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
            <dd dir="ltr">{host}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
