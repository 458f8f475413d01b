import { useId } from 'preact/hooks'
import type { Choices } from '../consent/choices.ts'
import { fieldOf, MAX_VALUE_LENGTH } from '../consent/claim-fields.ts'
import type { ClaimValues, ScopeShare } from '../consent/claims.ts'
import { describeScope, hintOf, labelOf } from '../messages/messages.ts'
import { useText } from '../messages/use-text.tsx'
import { Badge } from '../ui/badge.tsx'
import { Field } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'

interface ScopeCardProps {
  readonly share: ScopeShare
  readonly app: string
  readonly vaultValues: ClaimValues
  readonly choices: Choices
}

/** One scope: what it is, why it is asked for, its switch, and the very values that it would share. */
export function ScopeCard({ share, app, vaultValues, choices }: ScopeCardProps) {
  const text = useText()
  const { scope, isOn } = share
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
        </div>
        {scope.required ? (
          <Badge>{text.common.required}</Badge>
        ) : (
          <Switch
            label={text.consent.shareScope(title)}
            describedBy={id}
            isOn={isOn}
            onChange={(next) => choices.setSwitch(scope.name, next)}
          />
        )}
      </div>
      {scope.reason !== '' && (
        <blockquote class="reason">
          <span>{text.consent.reason(app)}</span> {text.common.quote(scope.reason)}
        </blockquote>
      )}
      <ScopeFacts share={share} app={app} />
      <ScopeValues share={share} vaultValues={vaultValues} choices={choices} />
    </li>
  )
}

/** What goes without values: why there is no switch, or that nothing is shared. */
function ScopeFacts({ share: { scope, isOn }, app }: Pick<ScopeCardProps, 'share' | 'app'>) {
  const text = useText()
  const facts = [
    scope.required && text.consent.requiredBecause(app),
    isOn && scope.claims.length === 0 && text.consent.noData,
    !isOn && text.consent.off,
  ].filter((fact) => fact !== false)
  return facts.length > 0 ? <p class="fine">{facts.join(' ')}</p> : null
}

function ScopeValues({ share, vaultValues, choices }: Omit<ScopeCardProps, 'app'>) {
  const text = useText()
  const { scope, isOn } = share
  if (!isOn) return null
  const known = share.shared.filter(({ claim }) => Object.hasOwn(vaultValues, claim))
  const open = scope.claims.filter((claim) => !Object.hasOwn(vaultValues, claim))
  // Where the vault has nothing at all, the first one is asked for; the rest waits behind a word.
  const first = known.length === 0 ? open.slice(0, 1) : []
  const rest = open.slice(first.length)
  return (
    <>
      {known.length > 0 && <ValueList shared={known} />}
      {first.length > 0 && <p class="fine">{text.consent.nothingYet}</p>}
      {first.map((claim) => (
        <MissingValue key={claim} claim={claim} choices={choices} />
      ))}
      {rest.length > 0 && (
        <details class="more">
          <summary>{text.consent.addMore(rest.length)}</summary>
          <div class="stack">
            <p class="fine">{text.consent.addedHint}</p>
            {rest.map((claim) => (
              <MissingValue key={claim} claim={claim} choices={choices} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function ValueList({ shared }: Pick<ScopeShare, 'shared'>) {
  const text = useText()
  return (
    <dl class="values">
      {shared.map(({ claim, value }) => (
        <div key={claim}>
          <dt>{labelOf(text, claim)}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An empty place in the vault, to be filled in on the spot. */
function MissingValue({ claim, choices }: { claim: string; choices: Choices }) {
  const text = useText()
  return (
    <Field
      {...fieldOf(claim)}
      label={labelOf(text, claim)}
      hint={hintOf(text, claim)}
      name={claim}
      maxLength={MAX_VALUE_LENGTH}
      value={choices.drafts.values[claim] ?? ''}
      onInput={(value) => choices.drafts.set(claim, value)}
    />
  )
}
