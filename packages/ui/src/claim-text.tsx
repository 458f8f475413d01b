import { findPhoneNumber, type Issuer } from '@countersign/device'
import { useResult } from './loading.tsx'
import { useFormat, useFullText, useLanguage } from './messages/texts.ts'

const PICTURE = /^data:image\/(?:jpeg|png|webp);base64,/
/** Whether the value is the image itself. */
export function isPicture(value: string): boolean {
  return PICTURE.test(value)
}

const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** A value in its own form: a picture, a date in words, a language name, grouped digits. */
export function ClaimText({ claim, value }: { readonly claim: string; readonly value: string }) {
  const { language } = useLanguage()
  const format = useFormat()
  if (claim === 'picture' && isPicture(value)) {
    return <img class="claim-text-picture" src={value} alt={sizeInWords(value, language)} />
  }
  if (isDay(value)) return <time dateTime={value}>{format.date(value)}</time>
  if (claim === 'phone') return <PhoneText value={value} />
  if (claim === 'locale') return <data value={value}>{nameOfLanguage(value, language)}</data>
  if (claim === 'address') return <bdi class="claim-text-lines">{value.replaceAll(/\s*\n\s*/g, '\n')}</bdi>
  return <bdi>{value}</bdi>
}

/** Unformatted until the numbering plans have loaded. */
function PhoneText({ value }: { readonly value: string }) {
  const found = useResult(() => findPhoneNumber(value), [value])
  return (
    <bdi dir="ltr">
      <data value={value}>{found?.spaced ?? value}</data>
    </bdi>
  )
}

/** The size as alternative text: the content of the picture is unknown. */
function sizeInWords({ length }: string, language: string): string {
  const options = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, options).format(length / 1000)
}

function isDay(value: string): boolean {
  return DAY.test(value) && !Number.isNaN(Date.parse(value))
}

function nameOfLanguage(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** A credential's issuer, or its type where the vault has no issuer. */
export function IssuerNote({ claim, issuer }: { claim: string; issuer: Issuer | undefined }) {
  const { issued } = useFullText()
  const typeEnd = claim.lastIndexOf('#')
  if (typeEnd < 0) return null
  if (!issuer) return <bdi class="fine">{claim.slice(0, typeEnd)}</bdi>
  return <span class="verified">{issued.by(issuer.name, new URL(issuer.issuer).host)}</span>
}
