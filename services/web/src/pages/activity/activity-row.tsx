import type { ReleasedEvent } from '@countersign/vault'
import { type FullText, labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/list.tsx'
import type { ShownEvent } from './activity-view.ts'

/** One entry of the log: what happened, when, on which device; and of a release what, to whom, and its receipt. */
export function ActivityRow({ shown, onReceipt }: { shown: ShownEvent; onReceipt: (seq: number) => void }) {
  const text = useFullText()
  const format = useFormat()
  const { event, seq, isUncertain } = shown
  const when = text.activity.when(format.dateTime(event.at), format.isolate(event.device))
  if (event.type !== 'released') return <Row title={titleOf(text, event, format.isolate)} detail={when} />
  return (
    <Row
      icon={<AppIcon name={event.app.name} logo="" />}
      title={text.activity.released(format.isolate(event.app.name))}
      detail={when}
      action={
        <Button kind="secondary" onClick={() => onReceipt(seq)}>
          {text.activity.receipt}
          <span class="visually-hidden"> {event.app.name}</span>
        </Button>
      }
    >
      <Release event={event} isUncertain={isUncertain} />
    </Row>
  )
}

function Release({ event, isUncertain }: { event: ReleasedEvent; isUncertain: boolean }) {
  const text = useFullText()
  const format = useFormat()
  const names = event.claims.map((claim) => labelOf(text, claim))
  return (
    <div class="release">
      <p>{names.length === 0 ? text.activity.nothing : format.list(names)}</p>
      <p class="release-facts">
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
