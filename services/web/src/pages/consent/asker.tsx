import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { EntryText } from '../../messages/messages.ts'
import { useFormat, useText } from '../../messages/use-text.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Marked } from '../../ui/marked.tsx'
import type { ReturnPlace } from './return-address.ts'

type AskerProps = {
  readonly client: AuthorizationRequestDetails['client']
  readonly place: ReturnPlace
  /** ISO 8601 of the first approval; undefined for an app that was never approved. */
  readonly knownSince: string | undefined
}

/** Who asks, where the answer goes, and whether one has met before: what tells a real app from a false one. */
export function Asker({ client, place, knownSince }: AskerProps) {
  const text = useText()
  const format = useFormat()
  const host = place.kind === 'program' ? place.scheme : place.host
  const history = knownSince === undefined ? text.consent.firstTime : text.consent.knownSince(format.date(knownSince))
  return (
    <div class="asker">
      <AppIcon name={client.name} logo={client.logo} />
      <div class="place">
        <p>
          <Marked sentence={describePlace(text, place)} value={host} />
        </p>
        <p>{history}</p>
      </div>
    </div>
  )
}

function describePlace({ consent: { returnsTo } }: EntryText, place: ReturnPlace): string {
  switch (place.kind) {
    case 'site':
      return returnsTo.site(place.host)
    case 'local':
      return returnsTo.local(place.host)
    case 'program':
      return returnsTo.program(place.scheme)
  }
}
