import type { AccountEvent } from '@countersign/contracts'
import { useState } from 'preact/hooks'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useReading } from '../../ui/use-reading.ts'
import { useTask } from '../../ui/use-task.ts'

/** What the server noticed, newest first, a page at a time. */
export function EventList() {
  const { sessions, common } = useFullText()
  const { ask } = useSession()
  const first = useReading(() => ask('listEvents', {}))
  const [earlier, setEarlier] = useState<{ events: readonly AccountEvent[]; next: string | null }>()
  const task = useTask<'more'>()
  const next = earlier ? earlier.next : (first.content?.next_cursor ?? null)
  const events = [...(first.content?.events ?? []), ...(earlier?.events ?? [])]
  const more = async (cursor: string) => {
    const page = await ask('listEvents', { cursor })
    setEarlier({ events: [...(earlier?.events ?? []), ...page.events], next: page.next_cursor })
  }
  return (
    <>
      <LoadingNotice loaded={first} />
      {first.content && events.length === 0 && <p class="fine">{sessions.noEvents}</p>}
      <ol class="events">
        {events.map((event) => (
          <Event key={event.event_id} event={event} />
        ))}
      </ol>
      <FailureNotice failure={task.failure} />
      {next !== null && (
        <div class="actions start">
          <Button
            kind="quiet"
            onClick={() => task.run('more', () => more(next))}
            busyText={task.running && common.loading}
          >
            {sessions.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Event({ event }: { event: AccountEvent }) {
  const { sessions } = useFullText()
  const format = useFormat()
  const facts = [
    format.dateTime(event.at),
    event.method && sessions.methods[event.method],
    event.user_agent && format.isolate(event.user_agent),
    event.network && sessions.network(format.isolate(event.network)),
  ].filter(Boolean)
  return (
    <li>
      <span>{sessions.types[event.type]}</span>
      <span class="fine">{facts.join(' · ')}</span>
    </li>
  )
}
