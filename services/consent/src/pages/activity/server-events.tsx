import type { AccountEvent } from '@countersign/contracts'
import { useState } from 'preact/hooks'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { List, Row } from '../../ui/list.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { usePages } from '../../ui/use-pages.ts'

/** What the service recorded about the account. Unlike the log above, it is only as true as the service is honest. */
export function ServerEvents() {
  const text = useFullText()
  const [isOpen, setOpen] = useState(false)
  return (
    <section class="server-events">
      <h2>{text.activity.serviceTitle}</h2>
      <p class="fine">{text.activity.serviceLead}</p>
      {isOpen ? (
        <EventList />
      ) : (
        <div class="actions start">
          <Button kind="secondary" onClick={() => setOpen(true)}>
            {text.activity.serviceShow}
          </Button>
        </div>
      )}
    </section>
  )
}

function EventList() {
  const text = useFullText()
  const { ask } = useSession()
  const { items, hasMore, isLoading, failure, loadMore } = usePages(async (cursor: string | undefined) => {
    const { events, next_cursor: next } = await ask('listEvents', { cursor })
    return { items: events, next: next ?? undefined }
  })
  return (
    <>
      {items.length > 0 && (
        <List>
          {items.map((event) => (
            <EventRow key={event.event_id} event={event} />
          ))}
        </List>
      )}
      <FailureNotice failure={failure} />
      {hasMore && (
        <div class="actions start">
          <Button kind="secondary" busyText={isLoading ? text.common.loading : undefined} onClick={loadMore}>
            {failure ? text.common.tryAgain : text.activity.more}
          </Button>
        </div>
      )}
    </>
  )
}

function EventRow({ event }: { event: AccountEvent }) {
  const text = useFullText()
  const format = useFormat()
  const places = [event.user_agent, event.network].filter((place) => place !== '').map(format.isolate)
  const detail = [format.dateTime(event.at), ...places].join(' · ')
  const method = event.method && text.activity.signInMethods[event.method]
  return <Row title={text.activity.service[event.type]} detail={method ? `${detail} · ${method}` : detail} />
}
