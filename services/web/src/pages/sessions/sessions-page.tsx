import type { AccountEvent, SessionSummary } from '@countersign/contracts'
import { Badge, Card } from '@countersign/ui/card.tsx'
import { Accept } from '@countersign/ui/choices.tsx'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { Button, ButtonLink, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import type { IconName } from '@countersign/ui/icon.tsx'
import { ListIcon, Row } from '@countersign/ui/list.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useRelativeTime } from '@countersign/ui/messages/relative-time.ts'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { MoreButton, usePages } from '@countersign/ui/paged-list.tsx'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'

/** `/sessions`: the account's sessions and the server's events. */
export function SessionsPage() {
  return <RequireSignIn>{() => <Sessions />}</RequireSignIn>
}

function Sessions() {
  const text = useFullText()
  const { ask } = useSession()
  const [note, setNote] = useState('')
  const sessions = useLoaded(async () => {
    const all = await ask('listSessions', {})
    return all.toSorted((left, right) => Number(right.is_current) - Number(left.is_current))
  })
  const others = sessions.content?.filter((session) => !session.is_current).length ?? 0
  const done = async (message: string) => {
    await sessions.reload()
    setNote(message)
  }
  return (
    <SignedInFrame current="sessions" title={text.navigation.pages.sessions} lead={text.sessions.lead}>
      <Notice kind="good">{note}</Notice>
      <LoadingNotice loaded={sessions} />
      {sessions.content && (
        <>
          <ul class="list sessions-list">
            {sessions.content.map((session) => (
              <SessionRow key={session.session_id} session={session} onEnded={() => done(text.sessions.ended)} />
            ))}
          </ul>
          {others > 0 ? (
            <EndOthers onEnded={() => done(text.sessions.endedOthers(others))} />
          ) : (
            <p class="fine">{text.sessions.onlyThis}</p>
          )}
          <Card icon="devices" title={text.signIn.anotherDevice} lead={text.anotherDevice.linkLead}>
            <div class="actions start">
              <ButtonLink kind="secondary" href={PATHS.anotherDevice} label={text.anotherDevice.link} />
            </div>
          </Card>
        </>
      )}
      {/* Comes up with the list above, which would move it. */}
      {(sessions.content ?? sessions.failure) && (
        <Card icon="shield" title={text.sessions.events} lead={text.sessions.eventsLead}>
          <EventList />
        </Card>
      )}
    </SignedInFrame>
  )
}

function SessionRow({ session, onEnded }: { session: SessionSummary; onEnded: () => Promise<void> }) {
  const { sessions } = useFullText()
  const format = useFormat()
  const { ago } = useRelativeTime()
  const { ask } = useSession()
  const task = useTask<'end'>()
  const browser = session.user_agent || sessions.unknownBrowser
  const facts = [
    sessions.active(ago(session.last_seen_at)),
    session.method && sessions.methods[session.method],
    session.network === '' ? sessions.unknownNetwork : sessions.network(format.isolate(session.network)),
  ].filter((fact) => fact !== null)
  const end = async () => {
    await ask('endSession', { sessionId: session.session_id })
    await onEnded()
  }
  return (
    <Row
      icon={<ListIcon name={deviceIcon(session.user_agent)} />}
      title={<bdi>{browser}</bdi>}
      detail={facts.join(' · ')}
      action={
        session.is_current ? (
          <Badge>{sessions.current}</Badge>
        ) : (
          <Button
            kind="secondary"
            onClick={() => task.run('end', end)}
            busyText={task.running && sessions.end}
            label={sessions.end}
            about={browser}
          />
        )
      }
    >
      <FailureNotice failure={task.failure} />
    </Row>
  )
}

function EndOthers({ onEnded }: { onEnded: () => Promise<void> }) {
  const { sessions } = useFullText()
  const { ask } = useSession()
  const [apps, setApps] = useState(false)
  const end = async (close: () => void) => {
    await ask('endOtherSessions', { apps })
    close()
    await onEnded()
  }
  return (
    <div class="actions start">
      <DialogButton kind="secondary" label={sessions.endOthers}>
        {(close) => (
          <ConfirmDialog
            title={sessions.endOthersTitle}
            message={sessions.endOthersMessage}
            content={<Accept isOn={apps} onChange={setApps} label={sessions.endOthersApps} />}
            confirm={sessions.endOthers}
            busyText={sessions.endOthers}
            work={() => end(close)}
            onCancel={close}
          />
        )}
      </DialogButton>
    </div>
  )
}

/** The server's events, newest first, in pages. Only as reliable as the server. */
function EventList() {
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
  const { sessions, events, operator } = useFullText()
  const format = useFormat()
  const { profile } = useSession()
  const app = event.client_id === undefined ? undefined : profile?.knownApps[event.client_id]?.name
  const facts = [
    app && format.isolate(app),
    format.dateTime(event.at),
    event.method && sessions.methods[event.method],
    event.user_agent && format.isolate(event.user_agent),
    event.reason && operator.because(format.isolate(event.reason)),
    event.network && sessions.network(format.isolate(event.network)),
  ].filter(Boolean)
  return (
    <li>
      <span>{events[event.type]}</span>
      <span class="fine">{facts.join(' · ')}</span>
    </li>
  )
}

/** By system, as core names it. An iPad whose browser says that it is a Mac is taken for one. */
const BY_SYSTEM: Readonly<Record<string, IconName>> = {
  iOS: 'phone',
  Android: 'phone',
  iPadOS: 'tablet',
  Windows: 'laptop',
  macOS: 'laptop',
  Linux: 'laptop',
  ChromeOS: 'laptop',
}

/** @param userAgent family and system, such as "Firefox on Linux" */
export function deviceIcon(userAgent: string): IconName {
  const system = userAgent.split(' on ').at(-1) ?? ''
  return (Object.hasOwn(BY_SYSTEM, system) ? BY_SYSTEM[system] : undefined) ?? 'devices'
}
