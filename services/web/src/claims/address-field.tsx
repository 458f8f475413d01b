import { useState } from 'preact/hooks'
import { labelOf } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { Field } from '../ui/field.tsx'
import { MAX_VALUE_LENGTH } from './claim-fields.ts'
import { formatPostalAddress, type PostalAddress, parsePostalAddress } from './postal-address.ts'
import { useCheckedValue } from './use-checked-value.ts'
import type { ValueFieldProps } from './value-field-props.ts'

/** An address by its members, so that the browser fills them in. What is kept is the text, as on an envelope. */
export function AddressField({ claim, label, name, value, onInput }: ValueFieldProps) {
  const text = useFullText()
  const [typed, setTyped] = useState<PostalAddress>(() => parsePostalAddress(value))
  const { problem, handlers } = useCheckedValue({ claim, value, onInput })
  // What was typed stays where it was typed, for as long as it is the value.
  const address = formatPostalAddress(typed) === value ? typed : parsePostalAddress(value)
  const set = (member: Partial<PostalAddress>) => {
    const next = { ...address, ...member }
    setTyped(next)
    onInput(formatPostalAddress(next))
  }
  const { street, postalCode, locality, region, country } = text.values.address
  const members = [
    ['postal_code', postalCode, 'postal-code'],
    ['locality', locality, 'address-level2'],
    ['region', region, 'address-level1'],
    ['country', country, 'country-name'],
  ] as const
  return (
    <fieldset class="address-field" {...handlers}>
      <legend>{label ?? labelOf(text, claim)}</legend>
      <Field
        type="multiline"
        label={street}
        name={name}
        autocomplete="street-address"
        value={address.street_address}
        onInput={(street_address) => set({ street_address })}
        error={problem && text.values.problems[problem]}
        maxLength={MAX_VALUE_LENGTH}
      />
      {members.map(([member, memberLabel, autocomplete]) => (
        <Field
          key={member}
          label={memberLabel}
          name={`${name}-${member}`}
          autocomplete={autocomplete}
          value={address[member]}
          onInput={(next) => set({ [member]: next })}
          maxLength={MAX_VALUE_LENGTH}
        />
      ))}
    </fieldset>
  )
}
