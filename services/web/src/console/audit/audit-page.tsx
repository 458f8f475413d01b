import type { AuditEvent } from '@countersign/contracts'
import { useFormat, useText } from '../../messages/use-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List, Row } from '../../ui/list.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { texts } from '../texts.ts'
import { AuditFilter } from './audit-filter.tsx'
import { readFilter, toQuery } from './filter.ts'

/** `/console/audit`: what was decided, narrowed down by what stands in the address. */
export function AuditPage({ query }: { query: URLSearchParams }) {
  const { common } = useText()
  const { api, access } = useConsole()
  const filter = readFilter(query)
  const pages = usePages((cursor: string | undefined) =>
    api.listEvents({ ...toQuery(filter), ...(cursor === undefined ? {} : { cursor }) }),
  )
  return (
    <ConsoleFrame
      current={access.role === 'developer' ? 'apps' : 'audit'}
      title={texts.audit.title}
      lead={texts.audit.lead}
    >
      <AuditFilter filter={filter} />
      <RefusalNotice failure={pages.failure} />
      {pages.isLoading && pages.items.length === 0 && <p class="fine">{common.loading}</p>}
      {pages.items.length === 0 && !pages.hasMore && (
        <EmptyState picture="activity" title={texts.audit.emptyTitle}>
          {texts.audit.empty}
        </EmptyState>
      )}
      {pages.items.length > 0 && (
        <List>
          {pages.items.map((event) => (
            <EventRow key={event.event_id} event={event} />
          ))}
        </List>
      )}
      <MoreButton pages={pages} />
    </ConsoleFrame>
  )
}

function EventRow({ event: { event, at, times, ...facts } }: { event: AuditEvent }) {
  const format = useFormat()
  const time = format.dateTime(at)
  return (
    <Row
      title={<code dir="ltr">{event}</code>}
      detail={
        <>
          <time dateTime={at}>{time}</time>
          {times > 1 && ` · ${texts.audit.times(times)}`}
        </>
      }
    >
      <dl class="event-facts">
        {(Object.keys(texts.audit.facts) as (keyof typeof texts.audit.facts)[]).map((name) => {
          const value = facts[name]
          return (
            value !== null && (
              <div key={name}>
                <dt>{texts.audit.facts[name]}</dt>
                <dd dir="ltr">{value}</dd>
              </div>
            )
          )
        })}
      </dl>
    </Row>
  )
}
