import './receipt.css'
import type { ReadReceipt } from '@countersign/device'
import type { ReleasedEvent } from '@countersign/vault'
import type { ComponentChildren } from 'preact'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { ClaimText, IssuerNote } from '../../ui/claim-text.tsx'

/** A receipt: app, claims, time, device, and the fingerprint of the released data. */
export function ReceiptFacts({ receipt }: { receipt: ReadReceipt }) {
  const { event } = receipt
  const { activity } = useFullText()
  const format = useFormat()
  if (event.type !== 'released') return null
  const { app, at, device, sealed } = event
  return (
    <dl class="receipt-facts">
      <Fact label={activity.receiptApp}>
        <bdi>{app.name}</bdi> <bdi class="fine">{app.host}</bdi>
      </Fact>
      <Fact label={activity.receiptTime}>
        <time dateTime={at}>{format.dateTime(at)}</time>
      </Fact>
      <Fact label={activity.receiptDevice}>
        <bdi>{device}</bdi>
      </Fact>
      <Fact label={activity.receiptValues}>
        <Values {...receipt} event={event} />
        {sealed && <p class="fine">{activity.sealed}</p>}
      </Fact>
      <Fact label={activity.receiptHash}>
        <code>{'claims_sha256' in event ? event.claims_sha256 : event.data_token_sha256}</code>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Claims with their values, where the entry has values. */
function Values({ event, values, issuers = {} }: ReadReceipt & { readonly event: ReleasedEvent }) {
  const text = useFullText()
  const format = useFormat()
  if (event.claims.length === 0) return <p>{text.activity.nothing}</p>
  if (!values) {
    return (
      <>
        <p>{format.list(event.claims.map((claim) => labelOf(text, claim)))}</p>
        <p class="fine">{text.activity.noValues}</p>
      </>
    )
  }
  return (
    <dl>
      {values.map(({ claim, value, sha256 }) => (
        <div key={claim}>
          <dt>{labelOf(text, claim)}</dt>
          <dd>
            {value === undefined ? (
              <>
                {text.activity.valueTooLong} <code>{sha256}</code>
              </>
            ) : (
              <ClaimText claim={claim} value={value} />
            )}{' '}
            <IssuerNote claim={claim} issuer={issuers[claim]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
