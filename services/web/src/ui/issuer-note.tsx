import type { Issuer } from '@countersign/device'
import { useFullText } from '../messages/use-text.tsx'

type IssuerNoteProps = {
  readonly claim: string
  readonly issuer: Issuer | undefined
}

/** Under a claim of a credential: its issuer, or its type where the vault does not remember the issuer. */
export function IssuerNote({ claim, issuer }: IssuerNoteProps) {
  const { issued } = useFullText()
  const typeEnd = claim.lastIndexOf('#')
  if (typeEnd < 0) return null
  return (
    <span class="fine issuer">
      {issuer ? issued.by(issuer.name, new URL(issuer.issuer).host) : <bdi>{claim.slice(0, typeEnd)}</bdi>}
    </span>
  )
}
