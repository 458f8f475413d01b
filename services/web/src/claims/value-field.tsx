import './value-field.css'
import { findPhoneNumber, listPhoneCountries, type PhoneCountry } from '@countersign/device'
import { SelectField } from '@countersign/ui/choices.tsx'
import { Field } from '@countersign/ui/field.tsx'
import { useLoaded, useResult } from '@countersign/ui/loading.tsx'
import { labelOf } from '@countersign/ui/messages/messages.ts'
import { useFullText } from '@countersign/ui/messages/use-text.tsx'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { AddressField } from './address-field.tsx'
import { type LabelledFieldProps, useCheckedValue } from './checked-value.tsx'
import { fieldOf, MAX_VALUE_LENGTH } from './claim-fields.ts'
import { homeCountry, useCountryOptions } from './countries.ts'
import { LanguageField } from './language-field.tsx'
import { PictureField } from './picture-field.tsx'

/** `label` defaults to the claim's. */
export function ValueField(given: Omit<LabelledFieldProps, 'label'> & { readonly label?: string }) {
  const text = useFullText()
  const { claim, value } = given
  const props = { label: labelOf(text, claim), ...given }
  if (claim === 'phone') return <PhoneField {...props} />
  if (claim === 'address') return <AddressField {...props} />
  if (claim === 'locale') return <LanguageField {...props} />
  if (claim === 'picture' && (value === '' || value.startsWith('data:'))) return <PictureField {...props} />
  return <TextValueField {...props} />
}

/** Values that a date input cannot show: a year alone, or no date. */
const PART_OF_A_DATE = /^(?!\d{4}-\d{2}-\d{2}$)(?!0000).+|^0000/

function TextValueField({ claim, ...props }: LabelledFieldProps) {
  const { error, handlers } = useCheckedValue({ claim, ...props })
  const field = fieldOf(claim)
  const isPartOfDate = field.type === 'date' && PART_OF_A_DATE.test(props.value)
  return (
    <div {...handlers}>
      <Field
        {...field}
        {...props}
        type={isPartOfDate ? 'text' : field.type}
        error={error}
        maxLength={MAX_VALUE_LENGTH}
      />
    </div>
  )
}

function PhoneField({ claim, ...props }: LabelledFieldProps) {
  const { values } = useFullText()
  const { country, setCountry, countries } = useCountry(props.value)
  const { error, handlers } = useCheckedValue({ claim, country, ...props })
  const codes = useMemo(() => countries.map((each) => each.country), [countries])
  const options = useCountryOptions(codes, useCallingCode(countries))
  const choose = (next: string) => {
    setCountry(next)
    props.onInput(withCallingCode(props.value, { from: country, to: next, countries }))
  }
  return (
    <div class="value-field-phone">
      <SelectField label={values.countryOf(props.label)} value={country} options={options} onChange={choose} />
      <div {...handlers}>
        <Field {...fieldOf(claim)} {...props} error={error} maxLength={MAX_VALUE_LENGTH} />
      </div>
    </div>
  )
}

/** Isolated, so that the plus stays before its digits in right-to-left text. */
function useCallingCode(countries: readonly PhoneCountry[]): (code: string) => string {
  return useCallback(
    (code) => ` \u2066+${countries.find(({ country }) => country === code)?.callingCode ?? ''}\u2069`,
    [countries],
  )
}

/** The country of a number; before there is one, of the browser's language. */
function useCountry(value: string) {
  const [country, setCountry] = useState(homeCountry)
  const countries = useLoaded(listPhoneCountries).content ?? []
  const found = useResult(() => findPhoneNumber(value), [value])?.country
  useEffect(() => {
    if (found !== undefined) setCountry(found)
  }, [found])
  return { country, setCountry, countries }
}

type OtherCountry = { readonly from: string; readonly to: string; readonly countries: readonly PhoneCountry[] }

function withCallingCode(value: string, { from, to, countries }: OtherCountry): string {
  const codeOf = (wanted: string) => countries.find(({ country }) => country === wanted)?.callingCode
  const [before, after] = [codeOf(from), codeOf(to)]
  if (before === undefined || after === undefined || !value.startsWith(`+${before}`)) return value
  return `+${after}${value.slice(before.length + 1)}`
}
