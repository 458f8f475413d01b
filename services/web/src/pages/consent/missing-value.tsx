import { readCredentialClaimName, typedText } from '@countersign/device'
import { ValueField } from '../../claims/value-field.tsx'
import { useFullText } from '../../messages/use-text.tsx'
import type { Choices } from './use-choices.ts'

/** An empty place in the vault, to be filled in on the spot; what only others can say, nobody types. */
export function MissingValue({ claim, choices }: { claim: string; choices: Choices }) {
  const { issued } = useFullText()
  if (readCredentialClaimName(claim)) return <p class="fine">{issued.missing}</p>
  return (
    <ValueField
      claim={claim}
      name={claim}
      value={typedText(choices.selection, claim)}
      onInput={(value) => choices.type(claim, value)}
    />
  )
}
