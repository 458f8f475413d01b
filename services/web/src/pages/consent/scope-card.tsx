import './scope-card.css'
import { type ClaimShare, hasOwnSwitch, isCredentialScope, type ScopeShare } from '@countersign/device'
import { Badge } from '@countersign/ui/card.tsx'
import { Switch } from '@countersign/ui/choices.tsx'
import { Icon, type IconName } from '@countersign/ui/icon.tsx'
import type { Words } from '@countersign/ui/messages/app-words.ts'
import { labelOf, useFormat, useFullText, useText } from '@countersign/ui/messages/texts.ts'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { ClaimValue, hasChoice, IssuedNote, MissingValue, ShareMark } from './claim-value.tsx'
import { useScopeWords } from './scope-words.ts'
import type { Choices } from './use-choices.ts'

type ScopeCardProps = {
  readonly share: ScopeShare
  readonly app: string
  readonly reason: Words
  readonly choices: Choices
  /** The first reason says that it is the app's words. */
  readonly isFirstReason: boolean
  /** The first empty scope says where its values are kept. */
  readonly isFirstEmpty: boolean
  /** Remarks that hold while it is off too. */
  readonly children?: ComponentChildren
}

const ICONS: Readonly<Record<string, IconName>> = {
  openid: 'enter',
  email: 'mail',
  profile: 'person',
  phone: 'phone',
  address: 'pin',
}

/** One scope: its title, reason and switch, and the exact values that it would share. */
export function ScopeCard({ share, app, reason, choices, isFirstReason, isFirstEmpty, children }: ScopeCardProps) {
  const text = useFullText()
  const { scope, isOn, mark, claims } = share
  const id = useId()
  const { title, description } = useScopeWords()(scope)
  // Do not repeat the title of a scope with a single claim of the same name: a value brings its label, a field needs none.
  const isTitleLabel = claims.length === 1 && claims.every(({ claim }) => labelOf(text, claim) === title)
  // A choice between values needs the full width.
  const isOneLine = isOn && claims.length === 1 && !isEmpty(share) && !claims.some(hasChoice)
  // Its value says what it is, and nothing is read before it.
  const isNamedByValue = isTitleLabel && isOneLine
  return (
    <li class={`scope-card ${isOn ? '' : 'off'} ${isTitleLabel ? 'title-is-label' : ''}`}>
      <Icon name={ICONS[scope.name] ?? 'tag'} />
      <div class="scope-card-text">
        {!isNamedByValue && <h3 class={isSignIn(scope) ? 'visually-hidden' : ''}>{title}</h3>}
        {/* Hidden, it still describes the switch. */}
        <span id={id} class="visually-hidden" hidden={isNamedByValue}>
          {description}
        </span>
        <ScopeFacts share={share} app={app} />
        {isOneLine && <ScopeValues share={share} choices={choices} />}
        <ShareMark mark={mark ?? soleMark(share)} />
        {isOn && <Essential claims={scope.essential} app={app} />}
        {reason.text !== '' && !isSignIn(scope) && <Reason words={reason} app={app} isFirst={isFirstReason} />}
        {isOn && <IssuedNote share={share} />}
        {children}
        {isOn && isFirstEmpty && <p class="fine">{text.consentChecks.nothingYet}</p>}
      </div>
      {scope.required && !isSignIn(scope) && <Badge>{text.common.required}</Badge>}
      {!scope.required && !isForOthers(share) && (
        <Switch
          label={text.consent.shareScope(title)}
          describedBy={id}
          isOn={isOn}
          onChange={(next) => choices.setScope(scope.name, next)}
        />
      )}
      {isOn && !isOneLine && claims.length > 0 && <ScopeValues share={share} choices={choices} />}
    </li>
  )
}

/** A sole claim's mark stands at its scope. */
function soleMark(share: ScopeShare): ScopeShare['mark'] {
  return hasOwnSwitch(share) ? undefined : share.claims[0]?.mark
}

/** `openid` comes with every approval and has no switch. */
export function isSignIn({ name }: ScopeShare['scope']): boolean {
  return name === 'openid'
}

export function isEmpty({ claims }: ScopeShare): boolean {
  return claims.length > 0 && claims.every(({ chosenId }) => chosenId === undefined)
}

/** A credential that the vault does not have: the user cannot type it, so there is no switch. */
function isForOthers(share: ScopeShare): boolean {
  return isCredentialScope(share.scope) && isEmpty(share)
}

/** Claims that the app calls essential: a hint to the person, who may leave them out (OpenID Connect Core §5.5.1). */
function Essential({ claims = [], app }: { readonly claims: readonly string[] | undefined; readonly app: string }) {
  const text = useFullText()
  const format = useFormat()
  if (claims.length === 0) return null
  const names = format.list(claims.map((claim) => labelOf(text, claim)))
  return <p class="fine">{text.consentChecks.essential(app, names)}</p>
}

/** Remarks on a scope without values: sign-in, an API, or off. */
function ScopeFacts({ share: { scope, isOn }, app }: Pick<ScopeCardProps, 'share' | 'app'>) {
  const text = useFullText()
  const facts = [
    isSignIn(scope) && text.consent.signsIn(app),
    isOn && scope.claims.length === 0 && !isSignIn(scope) && (scope.resource ?? text.consentChecks.noData),
    !isOn && text.consent.off,
  ].filter((fact) => fact !== false)
  return facts.length > 0 ? <p class="fine">{facts.join(' ')}</p> : null
}

function Reason({ words, app, isFirst }: { words: Words; app: string; isFirst: boolean }) {
  const text = useText()
  return (
    <blockquote class="scope-card-reason">
      <span class={isFirst ? '' : 'visually-hidden'}>{text.consent.reason(app)}</span> <Quote words={words} />
    </blockquote>
  )
}

/** Words of the app between the quotation marks of the page. */
export function Quote({ words }: { readonly words: Words }) {
  const { common } = useText()
  const gap = '…'
  const [before, after] = common.quote(gap).split(gap)
  return (
    <>
      {before}
      <bdi lang={words.lang}>{words.text}</bdi>
      {after}
    </>
  )
}

function ScopeValues({ share, choices }: Pick<ScopeCardProps, 'share' | 'choices'>) {
  const text = useFullText()
  const filled = share.claims.filter(({ chosenId }) => chosenId !== undefined)
  // A credential's claims cannot be typed.
  const missing = isCredentialScope(share.scope) ? [] : share.claims.filter(({ chosenId }) => chosenId === undefined)
  // An empty scope asks for its first claim; the others are behind a line that opens.
  const first = filled.length === 0 ? missing.slice(0, 1) : []
  const rest = missing.slice(first.length)
  return (
    <div class="scope-card-values">
      {filled.length > 0 && (
        <ul class="claim-value-list">
          {filled.map((each) => (
            <ClaimValue key={each.claim} share={each} hasSwitch={hasOwnSwitch(share)} choices={choices} />
          ))}
        </ul>
      )}
      <MissingValues claims={first} choices={choices} />
      {rest.length > 0 && (
        <details class="more">
          <summary>{text.consentChecks.addMore(rest.length)}</summary>
          <div class="stack">
            <p class="fine">{text.consentChecks.addedHint}</p>
            <MissingValues claims={rest} choices={choices} />
          </div>
        </details>
      )}
    </div>
  )
}

function MissingValues({ claims, choices }: { claims: readonly ClaimShare[]; choices: Choices }) {
  return claims.map(({ claim }) => <MissingValue key={claim} claim={claim} choices={choices} />)
}
