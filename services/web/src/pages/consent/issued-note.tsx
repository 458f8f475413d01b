import { isCredentialScope, type ScopeShare } from '@countersign/device'
import { useFullText } from '../../messages/use-text.tsx'

/** Under a credential that is asked for: whose word its values are, or that nobody has given theirs. */
export function IssuedNote({ share }: { share: ScopeShare }) {
  const { issued } = useFullText()
  if (!isCredentialScope(share.scope)) return null
  const issuers = new Map(
    share.claims.flatMap(({ options, chosenId }) => {
      const issuedBy = options.find(({ id }) => id === chosenId)?.issuedBy
      return issuedBy ? [[issuedBy.issuer, issuedBy]] : []
    }),
  )
  if (issuers.size === 0) return <p class="fine">{issued.missing}</p>
  return Array.from(issuers.values(), ({ issuer, name }) => (
    <p key={issuer} class="fine verified">
      {issued.by(name, new URL(issuer).host)}
    </p>
  ))
}
