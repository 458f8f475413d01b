import type { ReadReceipt } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { ClaimText, IssuerNote } from '@countersign/ui/claim-text.tsx'
import { AppIcon, Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { download, FileField } from '@countersign/ui/files.tsx'
import { Fact } from '@countersign/ui/list.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ReleasedEvent } from '@countersign/vault'
import { useState } from 'preact/hooks'
import { useAppLogo } from '../../request-preview/use-app-logo.ts'
import { useSession } from '../../session/session.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'

/** The receipt of a release: readable, printable, and as a file that this vault can verify later. */
export function ReceiptPage({ seq, onBack }: { readonly seq: number; readonly onBack: () => void }) {
  const { activity, recovery } = useFullText()
  const { ask } = useSession()
  const loaded = useLoaded(() => ask('receipt', { seq }))
  const { content: receipt, failure } = loaded
  return (
    <SignedInFrame current="activity" title={activity.receiptTitle} lead={activity.receiptText}>
      <LoadingNotice loaded={loaded} />
      <FailureNotice failure={failure} own={{ receipt_too_old: activity.tooOld }} />
      {receipt && (
        <section class="card receipt-card" aria-label={activity.receipt}>
          <ReceiptFacts receipt={receipt} />
        </section>
      )}
      <div class="actions">
        <Button kind="quiet" onClick={onBack} label={activity.receiptBack} />
        {receipt && (
          <>
            <Button
              kind="secondary"
              onClick={() => download(`${activity.receiptFile}-${seq}.json`, receipt.text, 'application/json')}
              label={activity.receiptJson}
            />
            <Button onClick={() => print()} label={recovery.print} />
          </>
        )}
      </div>
    </SignedInFrame>
  )
}

export function ReceiptCheck() {
  const text = useFullText()
  const { ask } = useSession()
  const task = useTask<'check'>()
  const [genuine, setGenuine] = useState<ReadReceipt>()
  const check = (file: File) => {
    setGenuine(undefined)
    task.run('check', async () => setGenuine(await ask('checkReceipt', { text: await file.text() })))
  }
  const { notGenuine: wrong, tooOld } = text.activity
  // Failures of the receipt, not of the connection.
  const own = { malformed: wrong, tampered: wrong, activity_broken: wrong, unsupported: wrong, receipt_too_old: tooOld }
  return (
    <Card icon="receipt" title={text.activity.checkTitle} lead={text.activity.checkLead}>
      <FileField label={text.activity.checkFile} onChoose={check} />
      <Notice kind="good">{genuine && <Genuine event={genuine.event} />}</Notice>
      {genuine && <ReceiptFacts receipt={genuine} />}
      <FailureNotice failure={task.failure} own={own} />
    </Card>
  )
}

function Genuine({ event }: Pick<ReadReceipt, 'event'>) {
  const { activity, updates } = useFullText()
  const format = useFormat()
  const at = format.dateTime(event.at)
  if (event.type !== 'released') return <>{activity.genuine(at)}</>
  const said = event.version === undefined ? activity.genuineRelease : updates.genuine
  return <>{said(format.isolate(event.app.name), at)}</>
}

function ReceiptFacts({ receipt }: { receipt: ReadReceipt }) {
  return receipt.event.type === 'released' ? <ReleaseFacts receipt={receipt} event={receipt.event} /> : null
}

type ReleaseFactsProps = { readonly receipt: ReadReceipt; readonly event: ReleasedEvent }

function ReleaseFacts({ receipt, event }: ReleaseFactsProps) {
  const { activity, updates } = useFullText()
  const format = useFormat()
  const { app, at, device, sealed, version } = event
  const labels = version === undefined ? activity : updates
  const logo = useAppLogo(app.client_id)
  return (
    <div class="receipt-facts">
      <p class="receipt-app">
        <AppIcon name={app.name} logo={logo} />
        <span>
          <strong>
            <bdi>{app.name}</bdi>
          </strong>
          <bdi class="fine">{app.host}</bdi>
        </span>
      </p>
      <dl>
        <Fact label={labels.receiptTime}>
          <time dateTime={at}>{format.dateTime(at)}</time>
        </Fact>
        <Fact label={labels.receiptDevice}>
          <bdi>{device}</bdi>
        </Fact>
      </dl>
      <h2>{activity.receiptValues}</h2>
      <Values {...receipt} event={event} />
      {event.claims.length > 0 && <p class="fine">{activity[sealed ? 'sealed' : 'plain']}</p>}
      <dl class="receipt-hash">
        <Fact label={activity.receiptHash}>
          <code>{event.claims_sha256}</code>
        </Fact>
      </dl>
    </div>
  )
}

function Values({ event, values, issuers = {} }: ReadReceipt & { readonly event: ReleasedEvent }) {
  const text = useFullText()
  const format = useFormat()
  if (event.claims.length === 0)
    return <p>{event.version === undefined ? text.activity.nothing : text.updates.emptied}</p>
  if (!values) {
    return (
      <>
        <p>{format.list(event.claims.map((claim) => labelOf(text, claim)))}</p>
        <p class="fine">{text.activity.noValues}</p>
      </>
    )
  }
  return (
    <dl class="receipt-values">
      {values.map(({ claim, value, sha256 }) => (
        <Fact key={claim} label={labelOf(text, claim)}>
          {value === undefined ? (
            <>
              {text.activity.valueTooLong} <code>{sha256}</code>
            </>
          ) : (
            <ClaimText claim={claim} value={value} />
          )}{' '}
          <IssuerNote claim={claim} issuer={issuers[claim]} />
        </Fact>
      ))}
    </dl>
  )
}
