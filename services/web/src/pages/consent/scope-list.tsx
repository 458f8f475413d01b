import { isCredentialScope, type ScopeShare } from '@countersign/device'
import { useText } from '../../messages/use-text.tsx'
import { isEmpty, ScopeCard } from './scope-card.tsx'
import type { Choices } from './use-choices.ts'

type ScopeListProps = {
  readonly shares: readonly ScopeShare[]
  readonly app: string
  readonly choices: Choices
}

/** Everything that is asked for. What holds for several scopes is said with the first of them. */
export function ScopeList({ shares, app, choices }: ScopeListProps) {
  const text = useText()
  const firstReason = shares.find(({ scope, claims }) => scope.reason !== '' && claims.length > 0)
  const firstEmpty = shares.find((share) => share.isOn && isEmpty(share) && !isCredentialScope(share.scope))
  return (
    <>
      <h2 class="visually-hidden">{text.consent.scopes}</h2>
      <ul class="scopes">
        {shares.map((share) => (
          <ScopeCard
            key={share.scope.name}
            share={share}
            app={app}
            choices={choices}
            isFirstReason={share === firstReason}
            isFirstEmpty={share === firstEmpty}
          />
        ))}
      </ul>
    </>
  )
}
