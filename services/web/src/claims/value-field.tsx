import { labelOf } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { Field } from '../ui/field.tsx'
import { AddressField } from './address-field.tsx'
import { fieldOf, MAX_VALUE_LENGTH } from './claim-fields.ts'
import { LanguageField } from './language-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { PictureField } from './picture-field.tsx'
import { useCheckedValue } from './use-checked-value.ts'
import type { ValueFieldProps } from './value-field-props.ts'

/** The field of a value, as its claim needs it, which says what is wrong with it. */
export function ValueField(props: ValueFieldProps) {
  const { claim, value } = props
  if (claim === 'phone') return <PhoneField {...props} />
  if (claim === 'address') return <AddressField {...props} />
  if (claim === 'locale') return <LanguageField {...props} />
  if (claim === 'picture' && (value === '' || value.startsWith('data:'))) return <PictureField {...props} />
  return <TextValueField {...props} />
}

/** What a date input does not show: a year alone, or no date. */
const PART_OF_A_DATE = /^(?!\d{4}-\d{2}-\d{2}$)(?!0000).+|^0000/

function TextValueField({ claim, label, ...props }: ValueFieldProps) {
  const text = useFullText()
  const { problem, handlers } = useCheckedValue({ claim, ...props })
  const field = fieldOf(claim)
  const isPartOfDate = field.type === 'date' && PART_OF_A_DATE.test(props.value)
  return (
    <div {...handlers}>
      <Field
        {...field}
        {...props}
        type={isPartOfDate ? 'text' : field.type}
        label={label ?? labelOf(text, claim)}
        error={problem && text.values.problems[problem]}
        maxLength={MAX_VALUE_LENGTH}
      />
    </div>
  )
}
