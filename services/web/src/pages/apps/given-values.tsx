import type { ReleasedValue } from '@countersign/device'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { ClaimText } from '../../ui/claim-text.tsx'
import { IssuerNote } from '../../ui/issuer-note.tsx'

/** What an app was given: the names in sight, the values with their first and last time when they are asked for. */
export function GivenValues({ released }: { released: readonly ReleasedValue[] | undefined }) {
  const text = useFullText()
  const format = useFormat()
  if (!released) return <p>{text.apps.sharedUnknown}</p>
  if (released.length === 0) return <p>{text.activity.nothing}</p>
  const claims = [...new Set(released.map(({ claim }) => claim))]
  return (
    <>
      <p>
        <strong>{format.list(claims.map((claim) => labelOf(text, claim)))}</strong>
      </p>
      <details class="more">
        <summary>{text.apps.values}</summary>
        <dl class="given">
          {released.toReversed().map(({ claim, value, first, last, issuedBy }) => (
            <div key={`${claim} ${value} ${issuedBy?.issuer}`}>
              <dt>{labelOf(text, claim)}</dt>
              <dd>
                <ClaimText claim={claim} value={value} /> <IssuerNote claim={claim} issuer={issuedBy} />
              </dd>
              <dd class="fine">{text.apps.given(format.date(first), format.date(last))}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
