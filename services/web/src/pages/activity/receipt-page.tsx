import type { ReadReceipt } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { download } from '../../ui/download.ts'
import { FileField } from '../../ui/file-field.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useTask } from '../../ui/use-task.ts'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ReceiptFacts } from './receipt-facts.tsx'

/** The receipt of a release: readable, printable, and as a file that this vault can verify later. */
export function ReceiptPage({ seq, onBack }: { readonly seq: number; readonly onBack: () => void }) {
  const { activity, recovery } = useFullText()
  const { ask } = useSession()
  const loaded = useLoaded(() => ask('receipt', { seq }))
  const { content: receipt, failure } = loaded
  return (
    <SignedInFrame current="activity" title={activity.receiptTitle} lead={activity.receiptText}>
      <LoadingNotice loaded={loaded} />
      <FailureNotice failure={failure} />
      {receipt && (
        <section class="card receipt-card" aria-label={activity.receipt}>
          <ReceiptFacts receipt={receipt} />
        </section>
      )}
      <div class="actions">
        <Button kind="quiet" onClick={onBack}>
          {activity.receiptBack}
        </Button>
        {receipt && (
          <>
            <Button
              kind="secondary"
              onClick={() => download(`${activity.receiptFile}-${seq}.json`, receipt.text, 'application/json')}
            >
              {activity.receiptJson}
            </Button>
            <Button onClick={() => print()}>{recovery.print}</Button>
          </>
        )}
      </div>
    </SignedInFrame>
  )
}

/** Failures of the receipt, not of the connection. */
const NOT_GENUINE: readonly string[] = ['malformed', 'tampered', 'activity_broken', 'unsupported']

/** Verifies a saved receipt against this vault. */
export function ReceiptCheck() {
  const text = useFullText()
  const { ask } = useSession()
  const task = useTask<'check'>()
  const [genuine, setGenuine] = useState<ReadReceipt>()
  const check = (file: File) => {
    setGenuine(undefined)
    task.run('check', async () => setGenuine(await ask('checkReceipt', { text: await file.text() })))
  }
  const isForged = task.failure !== undefined && NOT_GENUINE.includes(task.failure.code)
  return (
    <Card icon="receipt" title={text.activity.checkTitle} lead={text.activity.checkLead}>
      <FileField label={text.activity.checkFile} onChoose={check} />
      <Notice kind="good">{genuine && <Genuine event={genuine.event} />}</Notice>
      {genuine && <ReceiptFacts receipt={genuine} />}
      {isForged ? <Notice kind="error">{text.activity.notGenuine}</Notice> : <FailureNotice failure={task.failure} />}
    </Card>
  )
}

function Genuine({ event }: Pick<ReadReceipt, 'event'>) {
  const { activity } = useFullText()
  const format = useFormat()
  const at = format.dateTime(event.at)
  return (
    <>
      {event.type === 'released' ? activity.genuineRelease(format.isolate(event.app.name), at) : activity.genuine(at)}
    </>
  )
}
