import { SelectField } from '@countersign/ui/choices.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { useState } from 'preact/hooks'
import { type AddressForm, addressFormOf } from './address-form.ts'
import { type LabelledFieldProps, useCheckedValue } from './checked-value.tsx'
import { MAX_VALUE_LENGTH } from './claim-fields.ts'
import { countryName, findCountry, homeCountry, useCountryOptions } from './countries.ts'
import { formatPostalAddress, type PostalAddress, parsePostalAddress } from './postal-address.ts'

type Member = AddressForm['members'][number]

const AUTOFILL: Readonly<Record<Member, string>> = {
  street_address: 'street-address',
  postal_code: 'postal-code',
  locality: 'address-level2',
  region: 'address-level1',
}

/** An address as separate fields, as its country writes them. The value is one text, as on an envelope. */
export function AddressField({ claim, label, name, value, onInput }: LabelledFieldProps) {
  const { language } = useLanguage()
  const [typed, setTyped] = useState<PostalAddress>(() => parsePostalAddress(value))
  const { error, handlers } = useCheckedValue({ claim, value, onInput })
  // Typed text stays in its field while it formats to the value.
  const address = formatPostalAddress(typed) === value ? typed : parsePostalAddress(value)
  const set = (member: Partial<PostalAddress>) => {
    const next = { ...address, ...member }
    setTyped(next)
    onInput(formatPostalAddress(next))
  }
  const code = address.country === '' ? homeCountry() : (findCountry(address.country) ?? '')
  const form = addressFormOf(code, language === 'ja' ? 'local' : 'latin')
  const labels = useMemberLabels(form)
  return (
    <fieldset class="value-field-address" {...handlers}>
      <legend>{label}</legend>
      <CountryField name={`${name}-country`} value={address.country} onChange={(country) => set({ country })} />
      {useShownMembers(form, address).map((member) => (
        <Field
          key={member}
          type={member === 'street_address' ? 'multiline' : 'text'}
          label={labels[member]}
          name={member === 'street_address' ? name : `${name}-${member}`}
          autocomplete={AUTOFILL[member]}
          value={address[member]}
          onInput={(next) => set({ [member]: next })}
          error={member === 'street_address' ? error : undefined}
          maxLength={MAX_VALUE_LENGTH}
        />
      ))}
    </fieldset>
  )
}

/** Those of the country, and any others that the address has: nothing of a value is hidden. */
function useShownMembers({ members }: AddressForm, address: PostalAddress): readonly Member[] {
  const filled = (Object.keys(AUTOFILL) as Member[]).filter((member) => address[member] !== '')
  // One that is being emptied stays under the hands.
  const [atFirst] = useState(filled)
  return [...new Set([...members, ...atFirst, ...filled])]
}

function useMemberLabels({ region, hasZip }: AddressForm): Readonly<Record<Member, string>> {
  const { address } = useFullText().values
  return {
    street_address: address.street,
    postal_code: hasZip ? address.zip : address.postalCode,
    locality: address.locality,
    region: region === 'region' ? address.region : address.regions[region],
  }
}

type CountryFieldProps = {
  readonly name: string
  readonly value: string
  readonly onChange: (country: string) => void
}

/** A country by its name. The address has the name as it was written: another language's, or no country's, stays. */
function CountryField({ name, value, onChange }: CountryFieldProps) {
  const { address } = useFullText().values
  const { language } = useLanguage()
  const code = findCountry(value)
  const unknown = value === '' || code !== undefined ? [] : [{ value, label: value }]
  return (
    <SelectField
      label={address.country}
      name={name}
      autocomplete="country"
      value={code ?? value}
      options={[{ value: '', label: address.noCountry }, ...unknown, ...useCountryOptions()]}
      onChange={(chosen) => onChange(findCountry(chosen) === undefined ? chosen : countryName(chosen, language))}
    />
  )
}
