import type { IssuedBy } from '@countersign/device'
import { useFullText } from '../messages/use-text.tsx'

/** Beside a value of a credential: whose word it is. */
export function IssuedNote({ issuedBy: { issuer, name } }: { issuedBy: IssuedBy }) {
  const { issued } = useFullText()
  return <span class="fine verified">{issued.by(name, new URL(issuer).host)}</span>
}
