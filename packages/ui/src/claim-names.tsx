import { labelOf, useFormat, useFullText } from './messages/texts.ts'

type ClaimNamesProps = {
  readonly claims: readonly string[]
  /** Names, by claim of a credential. */
  readonly issuers: Readonly<Record<string, string>>
}

/** Names of claims, with a line for each issuer. */
export function ClaimNames({ claims, issuers }: ClaimNamesProps) {
  const text = useFullText()
  const format = useFormat()
  const lines = Map.groupBy(claims, (claim) => (Object.hasOwn(issuers, claim) ? issuers[claim] : undefined))
  return Array.from(lines, ([issuer, names]) => {
    const list = format.list(names.map((claim) => labelOf(text, claim)))
    return issuer === undefined ? (
      <strong key="own">{list}</strong>
    ) : (
      <span key={issuer} class="verified">
        <strong>{list}</strong>
        {text.issued.from(issuer)}
      </span>
    )
  })
}

/** Claims of the vault that the user has not decided about: said quietly, as nothing changes without them. */
export function PossibleClaims({ claims }: Pick<ClaimNamesProps, 'claims'>) {
  const text = useFullText()
  const format = useFormat()
  if (claims.length === 0) return null
  const names = format.list(claims.map((claim) => labelOf(text, claim)))
  return <p class="fine">{text.consentChecks.possible(names)}</p>
}
