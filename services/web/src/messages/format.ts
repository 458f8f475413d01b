import type { Language } from './languages.ts'

/** The plural forms that a language has to have (Unicode CLDR, cardinal rules); the compiler asks for each of them. */
type Plurals = {
  readonly en: 'one' | 'other'
  readonly de: 'one' | 'other'
  // French and Spanish have a form of their own for millions, which nothing here counts to.
  readonly es: 'one' | 'other'
  readonly fr: 'one' | 'other'
  readonly ja: 'other'
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** A sentence, or one that says the number, written as its language writes numbers. */
type Form = string | ((number: string) => string)

export type Forms<Of extends Language> = Readonly<Record<Plurals[Of], Form>>

export type Format<Of extends Language = Language> = ReturnType<typeof formatOf<Of>>

/** Everything that depends on a language but is not a text: plural forms, numbers, lists, dates. */
export function formatOf<Of extends Language>(language: Of) {
  const numbers = once(() => new Intl.NumberFormat(language))
  const plurals = once(() => new Intl.PluralRules(language))
  const lists = once(() => new Intl.ListFormat(language, { type: 'conjunction' }))
  const days = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long' }))
  const moments = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }))
  const times = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
  const number = (value: number): string => numbers().format(value)

  return {
    number,
    /** The form for a number: 1 detail, 2 details. */
    plural: (count: number, forms: Forms<Of>): string => {
      const all = forms as Partial<Record<Intl.LDMLPluralRule, Form>> & { readonly other: Form }
      const form = all[plurals().select(count)] ?? all.other
      return typeof form === 'string' ? form : form(number(count))
    },
    /** Names one after another: "name, picture and language". */
    list: (items: readonly string[]): string => lists().format(items),
    /** A day, from an ISO 8601 text or milliseconds. */
    date: (moment: string | number): string => days().format(new Date(moment)),
    /** A day and its time, on the reader's clock. */
    dateTime: (moment: string | number): string => moments().format(new Date(moment)),
    /** A time of day, on the reader's clock. */
    time: (moment: string | number): string => times().format(new Date(moment)),
    /** A name, host or code in the middle of a sentence that may be written the other way (UAX #9 §2.4, FSI and PDI). */
    isolate: (value: string): string => `\u2068${value}\u2069`,
  }
}

/** Intl's objects are slow to make and most pages need none. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
