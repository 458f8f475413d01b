import { typedText } from '@countersign/device'
import { fieldOf, MAX_VALUE_LENGTH } from '../../claims/claim-fields.ts'
import type { ValueFieldProps } from '../../claims/value-field.tsx'
import { labelOf } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Field } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Choices } from './use-choices.ts'

const ValueField = lazyPart(async () => (await import('../../claims/value-field.tsx')).ValueField, PlainField)

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

function PlainField({ claim, ...props }: ValueFieldProps) {
  const text = useText()
  return <Field {...fieldOf(claim)} {...props} label={labelOf(text, claim)} maxLength={MAX_VALUE_LENGTH} />
}
