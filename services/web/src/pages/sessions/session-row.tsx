import type { SessionSummary } from '@countersign/contracts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/list.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

type SessionRowProps = {
  readonly session: SessionSummary
  readonly onEnded: () => Promise<void>
}

/** One session: in which browser, how it came in, from where, and when it was last used. */
export function SessionRow({ session, onEnded }: SessionRowProps) {
  const { sessions } = useFullText()
  const format = useFormat()
  const { ask } = useSession()
  const task = useTask<'end'>()
  const browser = session.user_agent || sessions.unknownBrowser
  const facts = [
    sessions.lastSeen(format.dateTime(session.last_seen_at)),
    session.method && sessions.methods[session.method],
    session.network === '' ? sessions.unknownNetwork : sessions.network(format.isolate(session.network)),
  ].filter((fact) => fact !== null)
  const end = async () => {
    await ask('endSession', { sessionId: session.session_id })
    await onEnded()
  }
  return (
    <Row
      title={<bdi>{browser}</bdi>}
      detail={facts.join(' · ')}
      action={
        session.is_current ? (
          <Badge>{sessions.current}</Badge>
        ) : (
          <Button kind="secondary" onClick={() => task.run('end', end)} busyText={task.running && sessions.end}>
            {sessions.end}
            <span class="visually-hidden"> {browser}</span>
          </Button>
        )
      }
    >
      <FailureNotice failure={task.failure} />
    </Row>
  )
}
