import { findPhoneNumber, listPhoneCountries, type PhoneCountry } from '@countersign/device'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { labelOf } from '../messages/messages.ts'
import { useFullText, useLanguage } from '../messages/use-text.tsx'
import { Field } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { useCheckedValue, type ValueFieldProps } from './checked-value.tsx'
import { fieldOf, MAX_VALUE_LENGTH } from './claim-fields.ts'

/** A phone number, and the country of one without a calling code. */
export function PhoneField({ claim, label: given, ...props }: ValueFieldProps) {
  const text = useFullText()
  const label = given ?? labelOf(text, claim)
  const { country, setCountry, countries } = useCountry(props.value)
  const { problem, handlers } = useCheckedValue({ claim, country, ...props })
  const options = useCountryOptions(countries)
  const choose = (next: string) => {
    setCountry(next)
    props.onInput(withCallingCode(props.value, { from: country, to: next, countries }))
  }
  return (
    <div class="value-field-phone">
      <SelectField label={text.values.countryOf(label)} value={country} options={options} onChange={choose} />
      <div {...handlers}>
        <Field
          {...fieldOf(claim)}
          {...props}
          label={label}
          error={problem && text.values.problems[problem]}
          maxLength={MAX_VALUE_LENGTH}
        />
      </div>
    </div>
  )
}

/** The country of a number; before there is one, of the browser's language. */
function useCountry(value: string) {
  const [country, setCountry] = useState(homeCountry)
  const countries = useLoaded(listPhoneCountries).content ?? []
  useEffect(() => {
    let isCurrent = true
    findPhoneNumber(value).then(
      (found) => isCurrent && found?.country !== undefined && setCountry(found.country),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [value])
  return { country, setCountry, countries }
}

function homeCountry(): string {
  return new Intl.Locale(navigator.language).maximize().region ?? ''
}

function useCountryOptions(countries: readonly PhoneCountry[]) {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const { compare } = new Intl.Collator(language)
    return countries
      .map(({ country, callingCode }) => ({
        value: country,
        // Isolated, so that the plus stays before its digits in right-to-left text.
        label: `${names.of(country) ?? country} \u2066+${callingCode}\u2069`,
      }))
      .toSorted((left, right) => compare(left.label, right.label))
  }, [countries, language])
}

type OtherCountry = { readonly from: string; readonly to: string; readonly countries: readonly PhoneCountry[] }

/** Replaces the calling code, if the number has one. */
function withCallingCode(value: string, { from, to, countries }: OtherCountry): string {
  const codeOf = (wanted: string) => countries.find(({ country }) => country === wanted)?.callingCode
  const [before, after] = [codeOf(from), codeOf(to)]
  if (before === undefined || after === undefined || !value.startsWith(`+${before}`)) return value
  return `+${after}${value.slice(before.length + 1)}`
}
