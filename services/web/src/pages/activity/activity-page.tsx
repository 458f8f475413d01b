import type { CallInput, Failure } from '@countersign/device'
import type { ReleasedEvent } from '@countersign/vault'
import type { ComponentChildren } from 'preact'
import { type FullText, labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { AppIcon } from '../../ui/app-marks.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/card.tsx'
import { IssuerNote } from '../../ui/claim-text.tsx'
import { EmptyState, List, Row } from '../../ui/list.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { MoreButton, usePages } from '../../ui/paged-list.tsx'
import { useAppLogo } from '../../ui/use-app-logo.ts'
import { useSteps } from '../../ui/use-steps.ts'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { type ShownEvent, toShownEvents } from './activity-view.ts'
import { ReceiptCheck, ReceiptPage } from './receipt.tsx'

/** `/activity`: the vault's own log of releases and changes. The server's events are on the sessions page. */
export function ActivityPage() {
  return <RequireSignIn>{() => <Activity />}</RequireSignIn>
}

type ActivityStep = { readonly at: 'log' } | { readonly at: 'receipt'; readonly seq: number }

function Activity() {
  const { activity } = useFullText()
  const { step, next, back } = useSteps<ActivityStep>({ at: 'log' })
  if (step.at === 'receipt') return <ReceiptPage key={step.seq} seq={step.seq} onBack={back} />
  return (
    <SignedInFrame current="activity" title={activity.title} lead={activity.lead}>
      <ActivityLog onReceipt={(seq) => next({ at: 'receipt', seq })}>
        <ReceiptCheck />
        <p class="aside">
          <a href={PATHS.sessions}>{activity.signIns}</a>
        </p>
      </ActivityLog>
    </SignedInFrame>
  )
}

type ActivityLogProps = {
  readonly onReceipt: (seq: number) => void
  /** Appears below the list together with it, so that nothing moves. */
  readonly children: ComponentChildren
}

function ActivityLog({ onReceipt, children }: ActivityLogProps) {
  const text = useFullText()
  const { ask } = useSession()
  const pages = usePages(async (cursor: CallInput<'readActivity'>['cursor']) => {
    const { events, next } = await ask('readActivity', { cursor })
    return { items: events, next }
  })
  const { items, hasMore, isLoading, failure } = pages
  const isEmpty = items.length === 0 && !hasMore
  return (
    <>
      {items.length > 0 && <p class="verified">{text.activity.verified}</p>}
      {isEmpty && (
        <EmptyState picture="activity" title={text.activity.emptyTitle}>
          {text.activity.empty}
        </EmptyState>
      )}
      {items.length > 0 && (
        <List>
          {toShownEvents(items).map((shown) => (
            <ActivityRow key={shown.seq} shown={shown} onReceipt={onReceipt} />
          ))}
        </List>
      )}
      <LogFailure failure={failure} hasItems={items.length > 0} />
      <MoreButton pages={pages} />
      {(items.length > 0 || !isLoading) && children}
    </>
  )
}

/** A log that fails verification was changed by the server; the user must be told so. */
function LogFailure({ failure, hasItems }: { failure: Failure | undefined; hasItems: boolean }) {
  const text = useFullText()
  if (failure?.code !== 'activity_broken' && failure?.code !== 'tampered') return <FailureNotice failure={failure} />
  return (
    <section class="activity-alarm" role="alert">
      <h2>{text.activity.brokenTitle}</h2>
      <p>{text.activity.broken}</p>
      {hasItems && <p>{text.activity.brokenAbove}</p>}
      <p>{text.activity.brokenDo}</p>
    </section>
  )
}

function ActivityRow({ shown, onReceipt }: { shown: ShownEvent; onReceipt: (seq: number) => void }) {
  const text = useFullText()
  const format = useFormat()
  const { event, seq, issuers, isUncertain } = shown
  const when = text.activity.when(format.dateTime(event.at), format.isolate(event.device))
  const logo = useAppLogo(event.type === 'released' ? event.app.client_id : '')
  if (event.type !== 'released') return <Row title={titleOf(text, event, format.isolate)} detail={when} />
  return (
    <Row
      icon={<AppIcon name={event.app.name} logo={logo} />}
      title={text.activity.released(format.isolate(event.app.name))}
      detail={when}
      action={
        <Button kind="secondary" onClick={() => onReceipt(seq)} label={text.activity.receipt} about={event.app.name} />
      }
    >
      <Release event={event} issuers={issuers} isUncertain={isUncertain} />
    </Row>
  )
}

type ReleaseProps = Pick<ShownEvent, 'issuers' | 'isUncertain'> & { readonly event: ReleasedEvent }

function Release({ event, issuers = {}, isUncertain }: ReleaseProps) {
  const text = useFullText()
  const format = useFormat()
  const names = event.claims.map((claim) => labelOf(text, claim))
  const byIssuer = Map.groupBy(
    event.claims,
    (claim) => issuers[claim]?.issuer ?? claim.slice(0, claim.lastIndexOf('#') + 1),
  )
  return (
    <div class="activity-release">
      {names.length === 0 && <p>{text.activity.nothing}</p>}
      {Array.from(byIssuer, ([key, [first = '', ...others]]) => (
        <p key={key}>
          {format.list([first, ...others].map((claim) => labelOf(text, claim)))}{' '}
          <IssuerNote claim={first} issuer={issuers[first]} />
        </p>
      ))}
      <p class="activity-facts">
        <bdi class="fine">{event.app.host}</bdi>
        {names.length > 0 && <Badge>{text.activity[event.sealed ? 'sealed' : 'plain']}</Badge>}
        {isUncertain && <Badge>{text.activity.uncertainBadge}</Badge>}
      </p>
      {isUncertain && <p class="fine">{text.activity.uncertain}</p>}
    </div>
  )
}

type OtherEvent = Exclude<ShownEvent['event'], ReleasedEvent>

function titleOf({ activity, events }: FullText, event: OtherEvent, isolate: (text: string) => string): string {
  switch (event.type) {
    case 'method_added':
    case 'method_removed':
      return activity[event.type](activity.methods[event.method])
    case 'not_released':
    case 'exported':
    case 'imported':
    case 'older_vault_accepted':
      return activity.events[event.type]
    case 'password_changed':
    case 'login_name_changed':
    case 'recovery_key_replaced':
    case 'account_key_rotated':
      return events[event.type]
    case 'app_revoked':
      return event.name === undefined ? events.grant_revoked : activity.appRevoked(isolate(event.name))
  }
}
