import { typedText } from '@countersign/device'
import { ValueField } from '../../claims/value-field.tsx'
import type { Choices } from './use-choices.ts'

/** An empty place in the vault, to be filled in on the spot. */
export function MissingValue({ claim, choices }: { claim: string; choices: Choices }) {
  return (
    <ValueField
      claim={claim}
      name={claim}
      value={typedText(choices.selection, claim)}
      onInput={(value) => choices.type(claim, value)}
    />
  )
}
