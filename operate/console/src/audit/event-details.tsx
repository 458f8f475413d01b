import type { AuditedEvent } from '../api/console-api.ts'
import { AppName, type ReadAppName } from '../app-name.tsx'
import { consoleAddress } from '../console-paths.ts'
import { Details, Facts } from '../details.tsx'
import { Identifier } from '../elements.tsx'
import { Moment } from '../moment.tsx'
import { AUDIT_TEXTS } from './audit-texts.ts'
import { describeEvent, describeOutcome } from './event-texts.ts'

const IDENTIFIERS = ['user_id', 'actor_id', 'client_id', 'grant_id', 'auth_request_id', 'network', 'event_id'] as const

type EventDetailsProps = {
  readonly event: AuditedEvent
  readonly readName: ReadAppName
  readonly onClose: () => void
}

/** All that the trail has of one event. */
export function EventDetails({ event, readName, onClose }: EventDetailsProps) {
  const { details } = AUDIT_TEXTS
  const { at, outcome, reason, user_id, client_id } = event
  const identifiers = IDENTIFIERS.map((name) => {
    const value = event[name]
    return [details[name], value && <Identifier label={details[name]} value={value} />] as const
  })
  return (
    <Details title={describeEvent(event.event)} onClose={onClose}>
      <code dir="ltr" class="fine">
        {event.event}
      </code>
      <Facts
        rows={[
          [details.at, <Moment at={at} to="second" />],
          [details.utc, at],
          [details.outcome, outcome && <OutcomeText outcome={outcome} />],
          [details.reason, reason && <bdi>{reason}</bdi>],
          [details.appName, client_id && <AppName clientId={client_id} readName={readName} />],
          [details.times, AUDIT_TEXTS.times(event.times)],
          ...identifiers,
        ]}
      />
      {user_id !== null && <a href={consoleAddress('account', { user_id })}>{AUDIT_TEXTS.account}</a>}
    </Details>
  )
}

function OutcomeText({ outcome }: { outcome: string }) {
  const text = describeOutcome(outcome)
  return (
    <>
      {text}
      {text !== outcome && (
        <code dir="ltr" class="fine">
          {outcome}
        </code>
      )}
    </>
  )
}
