import type { Language } from './languages.ts'

/** The plural forms of each language (Unicode CLDR, cardinal rules). */
type Plurals = {
  readonly en: 'one' | 'other'
  readonly de: 'one' | 'other'
  // `many` of French and Spanish is for millions: never reached here.
  readonly es: 'one' | 'other'
  readonly fr: 'one' | 'other'
  readonly ja: 'other'
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** A sentence, or a function of the formatted number. */
type Form = string | ((number: string) => string)

type Forms<Of extends Language> = Readonly<Record<Plurals[Of], Form>>

export type Format<Of extends Language = Language> = ReturnType<typeof formatOf<Of>>

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Plural forms, numbers, lists and dates of a language. */
export function formatOf<Of extends Language>(language: Of) {
  const numbers = once(() => new Intl.NumberFormat(language))
  const plurals = once(() => new Intl.PluralRules(language))
  const lists = once(() => new Intl.ListFormat(language, { type: 'conjunction' }))
  const days = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long' }))
  const daysWithoutZone = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))
  const moments = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }))
  const times = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
  const number = (value: number): string => numbers().format(value)

  const plural = (count: number, forms: Forms<Of>): string => {
    const all = forms as Partial<Record<Intl.LDMLPluralRule, Form>> & { readonly other: Form }
    const form = all[plurals().select(count)] ?? all.other
    return typeof form === 'string' ? form : form(number(count))
  }

  return {
    number,
    plural,
    /** Makes a counted text of its forms, in which `#` stands for the number. */
    counted: (forms: Readonly<Record<Plurals[Of], string>>) => (count: number) =>
      plural(count, forms).replace('#', number(count)),
    /** "name, picture and language" */
    list: (items: readonly string[]): string => lists().format(items),
    /** @param moment ISO 8601 or milliseconds, as below; a day without a time is that day in every time zone */
    date: (moment: string | number): string =>
      (DAY.test(String(moment)) ? daysWithoutZone() : days()).format(new Date(moment)),
    /** In the reader's time zone, as `date` and `time`. */
    dateTime: (moment: string | number): string => moments().format(new Date(moment)),
    time: (moment: string | number): string => times().format(new Date(moment)),
    /** Wraps a value whose text direction may differ from its sentence (UAX #9 §2.4, FSI and PDI). */
    isolate: (value: string): string => `\u2068${value}\u2069`,
  }
}

/** Intl's objects are slow to make; most pages need few of them. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
