import './sessions.css'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { RequireSignIn } from '../signed-in/require-sign-in.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { EndOthers } from './end-others.tsx'
import { EventList } from './event-list.tsx'
import { SessionRow } from './session-row.tsx'

/** `/sessions`: where the account is signed in, and what the server noticed. */
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
    <SignedInFrame current="sessions" title={text.sessions.title} lead={text.sessions.lead}>
      <Notice kind="good">{note}</Notice>
      <LoadingNotice loaded={sessions} />
      {sessions.content && (
        <>
          <ul class="list">
            {sessions.content.map((session) => (
              <SessionRow key={session.session_id} session={session} onEnded={() => done(text.sessions.ended)} />
            ))}
          </ul>
          {others > 0 ? (
            <EndOthers onEnded={() => done(text.sessions.endedOthers(others))} />
          ) : (
            <p class="fine">{text.sessions.onlyThis}</p>
          )}
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
