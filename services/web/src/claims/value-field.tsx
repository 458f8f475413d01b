import './value-field.css'
import { findPhoneNumber, listPhoneCountries, type PhoneCountry } from '@countersign/device'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { labelOf } from '../messages/messages.ts'
import { useFullText, useLanguage } from '../messages/use-text.tsx'
import { SelectField } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { useLoaded, useResult } from '../ui/loading.tsx'
import { type LabelledFieldProps, useCheckedValue } from './checked-value.tsx'
import { fieldOf, MAX_VALUE_LENGTH } from './claim-fields.ts'
import { PictureField } from './picture-field.tsx'
import { formatPostalAddress, type PostalAddress, parsePostalAddress } from './postal-address.ts'

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

/** An address as separate fields, for autofill. The value is one text, as on an envelope. */
function AddressField({ claim, label, name, value, onInput }: LabelledFieldProps) {
  const { values } = useFullText()
  const [typed, setTyped] = useState<PostalAddress>(() => parsePostalAddress(value))
  const { error, handlers } = useCheckedValue({ claim, value, onInput })
  // Typed text stays in its field while it formats to the value.
  const address = formatPostalAddress(typed) === value ? typed : parsePostalAddress(value)
  const set = (member: Partial<PostalAddress>) => {
    const next = { ...address, ...member }
    setTyped(next)
    onInput(formatPostalAddress(next))
  }
  const { street, postalCode, locality, region, country } = values.address
  const members = [
    ['postal_code', postalCode, 'postal-code'],
    ['locality', locality, 'address-level2'],
    ['region', region, 'address-level1'],
    ['country', country, 'country-name'],
  ] as const
  return (
    <fieldset class="value-field-address" {...handlers}>
      <legend>{label}</legend>
      <Field
        type="multiline"
        label={street}
        name={name}
        autocomplete="street-address"
        value={address.street_address}
        onInput={(street_address) => set({ street_address })}
        error={error}
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

/** A language by its name; an unlisted one stays while it is chosen. */
function LanguageField({ claim, label, name, value, onInput }: LabelledFieldProps) {
  const { values } = useFullText()
  const { language } = useLanguage()
  const { error } = useCheckedValue({ claim, value, onInput })
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
    const { compare } = new Intl.Collator(language)
    // Browsers know different names: omit languages without one, except the current value.
    const named = LANGUAGE_TAGS.filter((tag) => tag !== value && nameOf(names, tag) !== undefined)
    return [...named, ...(value === '' ? [] : [value])]
      .map((tag) => ({ value: tag, label: nameOf(names, tag) ?? tag }))
      .toSorted((left, right) => compare(left.label, right.label))
  }, [language, value])
  return (
    <SelectField
      label={label}
      name={name}
      value={value}
      options={[{ value: '', label: values.noLanguage }, ...options]}
      onChange={onInput}
      error={error}
    />
  )
}

function nameOf(names: Intl.DisplayNames, tag: string): string | undefined {
  try {
    return names.of(tag)
  } catch {
    return undefined
  }
}

/** Living languages of ISO 639-1, and regional variants that apps tell apart (BCP 47). */
const LANGUAGE_TAGS: readonly string[] =
  `aa ab af ak am an ar as av ay az ba be bg bm bn bo br bs ca ce ch co cs cv cy da de de-AT de-CH dv dz ee el en en-AU
  en-CA en-GB en-IE en-IN en-NZ en-US en-ZA eo es es-419 es-AR es-ES es-MX et eu fa ff fi fj fo fr fr-BE fr-CA fr-CH fy
  ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig ii ik is it it-CH iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw
  ky lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nl-BE nn nr nv ny oc oj om or os pa pl ps pt
  pt-BR pt-PT qu rm rn ro ru rw sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt ty
  ug uk ur uz ve vi wa wo xh yi yo za zh zh-Hans zh-Hant zu`.split(/\s+/)

function PhoneField({ claim, ...props }: LabelledFieldProps) {
  const { values } = useFullText()
  const { country, setCountry, countries } = useCountry(props.value)
  const { error, handlers } = useCheckedValue({ claim, country, ...props })
  const options = useCountryOptions(countries)
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

function withCallingCode(value: string, { from, to, countries }: OtherCountry): string {
  const codeOf = (wanted: string) => countries.find(({ country }) => country === wanted)?.callingCode
  const [before, after] = [codeOf(from), codeOf(to)]
  if (before === undefined || after === undefined || !value.startsWith(`+${before}`)) return value
  return `+${after}${value.slice(before.length + 1)}`
}
