import { type ClaimShare, hasOwnSwitch, type ScopeShare } from '@countersign/device'
import { useId } from 'preact/hooks'
import { describeScope } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ClaimValue } from './claim-value.tsx'
import { MissingValue } from './missing-value.tsx'
import { ShareMark } from './share-mark.tsx'
import type { Choices } from './use-choices.ts'

type ScopeCardProps = {
  readonly share: ScopeShare
  readonly app: string
  readonly choices: Choices
}

/** One scope: what it is, why it is asked for, its switch, and the very values that it would share. */
export function ScopeCard({ share, app, choices }: ScopeCardProps) {
  const text = useText()
  const { scope, isOn, mark } = share
  const id = useId()
  const { title, description } = describeScope(text, scope)
  return (
    <li class={isOn ? 'scope' : 'scope off'}>
      <div class="scope-head">
        <div>
          <h3>{title}</h3>
          <p id={id} class="fine">
            {description}
          </p>
          <ShareMark mark={mark ?? soleMark(share)} />
        </div>
        {scope.required && !isSignIn(scope) && <Badge>{text.common.required}</Badge>}
        {!scope.required && (
          <Switch
            label={text.consent.shareScope(title)}
            describedBy={id}
            isOn={isOn}
            onChange={(next) => choices.setScope(scope.name, next)}
          />
        )}
      </div>
      {scope.reason !== '' && (
        <blockquote class="reason">
          <span>{text.consent.reason(app)}</span> {text.common.quote(scope.reason)}
        </blockquote>
      )}
      <ScopeFacts share={share} app={app} />
      {isOn && <ScopeValues share={share} choices={choices} />}
    </li>
  )
}

/** Where a claim is all of its scope, what is to be said of it is said of the scope. */
function soleMark(share: ScopeShare): ScopeShare['mark'] {
  return hasOwnSwitch(share) ? undefined : share.claims[0]?.mark
}

/** Comes with every approval, whatever else is left out of it: a fact, and nothing to choose. */
function isSignIn({ name }: ScopeShare['scope']): boolean {
  return name === 'openid'
}

/** What goes without values: why there is no switch, or that nothing is shared. */
function ScopeFacts({ share: { scope, isOn }, app }: Pick<ScopeCardProps, 'share' | 'app'>) {
  const text = useText()
  const facts = [
    isSignIn(scope) && text.consent.signsIn(app),
    scope.required && !isSignIn(scope) && text.consent.requiredBecause(app),
    isOn && scope.claims.length === 0 && !isSignIn(scope) && text.consent.noData,
    !isOn && text.consent.off,
  ].filter((fact) => fact !== false)
  return facts.length > 0 ? <p class="fine">{facts.join(' ')}</p> : null
}

function ScopeValues({ share, choices }: Omit<ScopeCardProps, 'app'>) {
  const text = useText()
  const filled = share.claims.filter(({ chosenId }) => chosenId !== undefined)
  const missing = share.claims.filter(({ chosenId }) => chosenId === undefined)
  // Where the vault has nothing at all, the first one is asked for; the rest waits behind a word.
  const first = filled.length === 0 ? missing.slice(0, 1) : []
  const rest = missing.slice(first.length)
  return (
    <>
      {filled.length > 0 && (
        <ul class="values">
          {filled.map((each) => (
            <ClaimValue key={each.claim} share={each} hasSwitch={hasOwnSwitch(share)} choices={choices} />
          ))}
        </ul>
      )}
      {first.length > 0 && <p class="fine">{text.consent.nothingYet}</p>}
      <MissingValues claims={first} choices={choices} />
      {rest.length > 0 && <MoreValues claims={rest} choices={choices} />}
    </>
  )
}

type MissingProps = {
  readonly claims: readonly ClaimShare[]
  readonly choices: Choices
}

function MissingValues({ claims, choices }: MissingProps) {
  return claims.map(({ claim }) => <MissingValue key={claim} claim={claim} choices={choices} />)
}

function MoreValues({ claims, choices }: MissingProps) {
  const text = useText()
  return (
    <details class="more">
      <summary>{text.consent.addMore(claims.length)}</summary>
      <div class="stack">
        <p class="fine">{text.consent.addedHint}</p>
        <MissingValues claims={claims} choices={choices} />
      </div>
    </details>
  )
}
