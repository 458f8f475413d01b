import { useLanguage } from '../messages/use-text.tsx'

const PICTURE = /^data:image\/(?:jpeg|png|webp);base64,/
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** A value as what it is: a picture, a day in words, a language by its name. */
export function ClaimText({ claim, value }: { readonly claim: string; readonly value: string }) {
  const { language, entry } = useLanguage()
  if (claim === 'picture' && PICTURE.test(value)) {
    return <img class="claim-picture" src={value} alt={entry.common.claims.picture} />
  }
  if (claim === 'birthdate' && DAY.test(value)) return <time dateTime={value}>{dayInWords(value, language)}</time>
  if (claim === 'locale') return <data value={value}>{nameOfLanguage(value, language)}</data>
  return <bdi>{value}</bdi>
}

/** A birthday is the same day wherever it is read. */
function dayInWords(day: string, language: string): string {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return day
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

function nameOfLanguage(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
