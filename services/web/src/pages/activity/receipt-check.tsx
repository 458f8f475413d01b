import type { LoggedEvent } from '@countersign/device'
import type { ReleasedEvent } from '@countersign/vault'
import { useState } from 'preact/hooks'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Card } from '../../ui/card.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Refusals that say something about the receipt, and not about the connection. */
const NOT_GENUINE: readonly string[] = ['malformed', 'tampered', 'activity_broken', 'unsupported']

/** Checks a receipt that was kept: whether it is genuine, and of this vault. */
export function ReceiptCheck() {
  const text = useFullText()
  const { ask } = useSession()
  const task = useTask<'check'>()
  const [genuine, setGenuine] = useState<LoggedEvent>()
  const check = (file: File) => {
    setGenuine(undefined)
    task.run('check', async () => setGenuine(await ask('checkReceipt', { text: await file.text() })))
  }
  const isForged = task.failure !== undefined && NOT_GENUINE.includes(task.failure.code)
  return (
    <Card title={text.activity.checkTitle} lead={text.activity.checkLead}>
      <FileField label={text.activity.checkFile} onChoose={check} />
      <Notice kind="good">{genuine && <Genuine logged={genuine} />}</Notice>
      {isForged ? <Notice kind="error">{text.activity.notGenuine}</Notice> : <FailureNotice failure={task.failure} />}
    </Card>
  )
}

function Genuine({ logged: { event } }: { logged: LoggedEvent }) {
  const text = useFullText()
  const format = useFormat()
  if (event.type !== 'released') return <>{text.activity.genuine(format.dateTime(event.at))}</>
  return (
    <>
      {text.activity.genuineRelease(format.isolate(event.app.name), format.dateTime(event.at))} <Names event={event} />
    </>
  )
}

function Names({ event: { claims } }: { event: ReleasedEvent }) {
  const text = useFullText()
  const format = useFormat()
  if (claims.length === 0) return <>{text.activity.nothing}</>
  return <strong>{format.list(claims.map((claim) => labelOf(text, claim)))}</strong>
}
