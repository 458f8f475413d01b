import './value-field.css'
import { findPhoneNumber, listPhoneCountries, MAX_VALUE_BYTES, type PhoneCountry } from '@countersign/device'
import { SelectField } from '@countersign/ui/choices.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { FileField } from '@countersign/ui/files.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { useLoaded, useResult } from '@countersign/ui/loading.tsx'
import { labelOf, useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { AddressField } from './address-field.tsx'
import { type LabelledFieldProps, useCheckedValue } from './checked-value.tsx'
import { fieldOf, MAX_VALUE_LENGTH } from './claim-fields.ts'
import { homeCountry, useCountryOptions } from './countries.ts'

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

/** A language by its name; an unlisted one stays while it is chosen. */
export function LanguageField({ claim, label, name, value, onInput }: LabelledFieldProps) {
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

/** A picture from a file, scaled down to fit into a claim. */
export function PictureField({ claim, label, value, onInput }: LabelledFieldProps) {
  const text = useFullText()
  const [hasFailed, setFailed] = useState(false)
  const choose = async (file: File) => {
    const picture = await scalePicture(file).catch(() => undefined)
    setFailed(picture === undefined)
    if (picture !== undefined) onInput(picture)
  }
  return (
    <div class="value-field-picture">
      {value !== '' && <ClaimText claim={claim} value={value} />}
      <FileField label={label} accept="image/*" onChoose={(file) => void choose(file)} />
      {value !== '' && <Button kind="quiet" onClick={() => onInput('')} label={text.vault.remove} about={label} />}
      <Notice kind="error">{hasFailed && text.values.problems.picture}</Notice>
    </div>
  )
}

const SIDES = [256, 192, 160, 128, 96, 64, 48] as const
const QUALITIES = [0.8, 0.6, 0.4] as const

/** Crops a picture to a square that fits a claim; drops its metadata. @throws DOMException when it is no picture */
async function scalePicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    for (const side of SIDES) {
      const canvas = drawSquare(picture, side)
      const small = QUALITIES.map((quality) => toDataUrl(canvas, quality)).find((url) => url.length <= MAX_VALUE_BYTES)
      if (small !== undefined) return small
    }
  } finally {
    picture.close()
  }
  throw new DOMException('No size of this picture fits.', 'EncodingError')
}

function drawSquare(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new DOMException('This browser draws no pictures.', 'NotSupportedError')
  // Transparency becomes black in JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  const cut = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2]
  context.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  return canvas
}

/** JPEG where the browser cannot write WebP: its fallback, PNG, has no quality setting. */
function toDataUrl(canvas: HTMLCanvasElement, quality: number): string {
  const webp = canvas.toDataURL('image/webp', quality)
  return webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality)
}
