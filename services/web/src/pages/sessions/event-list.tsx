import type { AccountEvent } from '@countersign/contracts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { usePages } from '../../ui/use-pages.ts'

/** The server's events, newest first, in pages. Only as reliable as the server. */
export function EventList() {
  const { sessions } = useFullText()
  const { ask } = useSession()
  const pages = usePages(async (cursor: string | undefined) => {
    const { events, next_cursor: next } = await ask('listEvents', { cursor })
    return { items: events, next: next ?? undefined }
  })
  const isEmpty = pages.items.length === 0 && !pages.hasMore
  return (
    <>
      {isEmpty && <p class="fine">{sessions.noEvents}</p>}
      <ol class="sessions-events">
        {pages.items.map((event) => (
          <Event key={event.event_id} event={event} />
        ))}
      </ol>
      <FailureNotice failure={pages.failure} />
      <MoreButton pages={pages} />
    </>
  )
}

function Event({ event }: { event: AccountEvent }) {
  const { sessions, events } = useFullText()
  const format = useFormat()
  const { state } = useSession()
  const known = state.status === 'open' ? state.profile.knownApps : {}
  const app = event.client_id === undefined ? undefined : known[event.client_id]?.name
  const facts = [
    app && format.isolate(app),
    format.dateTime(event.at),
    event.method && sessions.methods[event.method],
    event.user_agent && format.isolate(event.user_agent),
    event.network && sessions.network(format.isolate(event.network)),
  ].filter(Boolean)
  return (
    <li>
      <span>{events[event.type]}</span>
      <span class="fine">{facts.join(' · ')}</span>
    </li>
  )
}
