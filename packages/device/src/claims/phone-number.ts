export type PhoneNumber = {
  readonly e164: string
  /** For display, with the calling code. */
  readonly spaced: string
  /** ISO 3166-1; undefined if countries share the calling code and the number does not tell. */
  readonly country: string | undefined
}

export type PhoneCountry = {
  /** ISO 3166-1. */
  readonly country: string
  /** Without the plus sign. */
  readonly callingCode: string
}

// 80 KiB of numbering plans.
const loadPhoneParts = () => import('./phone-parts.ts')

/** Checks only the length: plans get new ranges faster than the library is updated. */
export async function findPhoneNumber(text: string, country = ''): Promise<PhoneNumber | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadPhoneParts()
  const defaultCountry = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const found = parsePhoneNumberFromString(text, { ...defaultCountry, extract: false })
  if (found === undefined || found.ext !== undefined || !found.isPossible()) return undefined
  return { e164: found.number, spaced: found.formatInternational(), country: found.country }
}

export async function listPhoneCountries(): Promise<readonly PhoneCountry[]> {
  const { getCountries, getCountryCallingCode } = await loadPhoneParts()
  return getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }))
}
