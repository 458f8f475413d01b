import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { describeScope } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isSignIn } from './scope-card.tsx'

type AboutRequestProps = {
  readonly details: AuthorizationRequestDetails
  /** Adds how the values are sent. */
  readonly sharesValues: boolean
}

/** Details that the decision does not need, behind one line. */
export function AboutRequest({ details, sharesValues }: AboutRequestProps) {
  const text = useFullText()
  const format = useFormat()
  const { client, scope_details: scopes, expires_at: expiresAt } = details
  const isSealed = client.claims_encryption_jwk !== undefined
  return (
    <details class="more">
      <summary>
        <Icon name="info" />
        {text.consentChecks.about}
      </summary>
      <div class="consent-about">
        {client.description && (
          <p>
            <bdi>{client.description}</bdi>
          </p>
        )}
        <dl>
          {scopes.map((scope) => (
            <div key={scope.name}>
              <dt>{describeScope(text, scope).title}</dt>
              <dd>{describeScope(text, scope).description}</dd>
              {isSignIn(scope) && scope.reason !== '' && (
                <dd>
                  {text.consent.reason(client.name)} {text.common.quote(scope.reason)}
                </dd>
              )}
              {scope.required && !isSignIn(scope) && <dd>{text.consent.requiredBecause(client.name)}</dd>}
            </div>
          ))}
        </dl>
        <p>
          {text.consent.sent} {sharesValues && isSealed && text.consent.sealedFor(client.name)}
        </p>
        <p>
          {text.consent.openUntil} <time dateTime={expiresAt}>{format.time(expiresAt)}</time>
        </p>
      </div>
    </details>
  )
}
