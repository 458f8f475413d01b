import type { ReleasedEvent } from '@countersign/vault'
import { type FullText, labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IssuerNote } from '../../ui/claim-text.tsx'
import { Row } from '../../ui/list.tsx'
import { useAppLogo } from '../../ui/use-app-logo.ts'
import type { ShownEvent } from './activity-view.ts'

/** A log entry: event, time, device; for a release also the app, the claims and the receipt. */
export function ActivityRow({ shown, onReceipt }: { shown: ShownEvent; onReceipt: (seq: number) => void }) {
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
        <Button kind="secondary" onClick={() => onReceipt(seq)}>
          {text.activity.receipt}
          <span class="visually-hidden"> {event.app.name}</span>
        </Button>
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
