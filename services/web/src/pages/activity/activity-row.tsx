import { Badge } from '@countersign/ui/card.tsx'
import { IssuerNote } from '@countersign/ui/claim-text.tsx'
import { AppIcon, Button } from '@countersign/ui/elements.tsx'
import type { IconName } from '@countersign/ui/icon.tsx'
import { ListIcon, Row } from '@countersign/ui/list.tsx'
import { type FullText, labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import type { ReleasedEvent } from '@countersign/vault'
import { useAppLogo } from '../../request-preview/use-app-logo.ts'
import { appOf, type LoggedApp, type ShownEvent } from './activity-view.ts'

/** An entry of the log: an app's with its logo, any other one with the sign of its kind. */
export function ActivityRow({ shown, onReceipt }: { shown: ShownEvent; onReceipt: (seq: number) => void }) {
  const text = useFullText()
  const format = useFormat()
  const { event, seq, issuers, outcome } = shown
  const when = text.activity.when(format.time(event.at), format.isolate(event.device))
  if (event.type !== 'released') {
    const app = appOf(event)
    return (
      <Row
        isNested
        icon={app ? <LogoOf {...app} /> : <ListIcon name={iconOf(event)} />}
        title={titleOf(text, event, format.isolate)}
        detail={when}
      />
    )
  }
  return (
    <Row
      isNested
      icon={<LogoOf clientId={event.app.client_id} name={event.app.name} />}
      title={releaseTitleOf(text, event, outcome)(format.isolate(event.app.name))}
      detail={when}
    >
      <Release event={event} issuers={issuers} outcome={outcome} onReceipt={() => onReceipt(seq)} />
    </Row>
  )
}

function releaseTitleOf({ activity, updates }: FullText, event: ReleasedEvent, outcome: ShownEvent['outcome']) {
  const hasFailed = outcome === 'release_failed'
  if (event.version !== undefined) return hasFailed ? updates.notLogged : updates.logged
  return hasFailed ? activity.notReleased : activity.released
}

function LogoOf({ clientId, name }: LoggedApp) {
  return <AppIcon name={name} logo={useAppLogo(clientId)} />
}

type ReleaseProps = Pick<ShownEvent, 'issuers' | 'outcome'> & {
  readonly event: ReleasedEvent
  readonly onReceipt: () => void
}

function Release({ event, issuers = {}, outcome, onReceipt }: ReleaseProps) {
  const text = useFullText()
  const format = useFormat()
  const isUncertain = outcome === 'not_released'
  const hasFailed = outcome === 'release_failed'
  const isUpdate = event.version !== undefined
  const names = event.claims.map((claim) => labelOf(text, claim))
  const byIssuer = Map.groupBy(
    event.claims,
    (claim) => issuers[claim]?.issuer ?? claim.slice(0, claim.lastIndexOf('#') + 1),
  )
  return (
    <div class="activity-release">
      {names.length === 0 && <p>{isUpdate ? text.updates.emptied : text.activity.nothing}</p>}
      {Array.from(byIssuer, ([key, [first = '', ...others]]) => (
        <p key={key}>
          {format.list([first, ...others].map((claim) => labelOf(text, claim)))}{' '}
          <IssuerNote claim={first} issuer={issuers[first]} />
        </p>
      ))}
      <div class="activity-facts">
        <bdi class="fine">{event.app.host}</bdi>
        {!hasFailed && names.length > 0 && <Badge>{text.activity[event.sealed ? 'sealed' : 'plain']}</Badge>}
        {isUncertain && <Badge>{text.activity.uncertainBadge}</Badge>}
        {!hasFailed && <Button kind="quiet" onClick={onReceipt} label={text.activity.receipt} about={event.app.name} />}
      </div>
      {isUncertain && <p class="fine">{text.activity.uncertain}</p>}
      {hasFailed && <p class="fine">{isUpdate ? text.updates.failed : text.activity.failed}</p>}
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
    case 'release_failed':
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
      return activity.appRevoked(isolate(event.name))
  }
}

function iconOf(event: OtherEvent): IconName {
  switch (event.type) {
    case 'not_released':
    case 'release_failed':
      return 'info'
    case 'exported':
      return 'export'
    case 'imported':
      return 'import'
    case 'older_vault_accepted':
      return 'vault'
    case 'app_revoked':
      return 'apps'
    case 'method_added':
    case 'method_removed':
    case 'password_changed':
    case 'login_name_changed':
    case 'recovery_key_replaced':
    case 'account_key_rotated':
      return 'key'
  }
}
