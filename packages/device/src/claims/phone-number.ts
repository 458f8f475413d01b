export type PhoneCountry = Awaited<ReturnType<typeof listPhoneCountries>>[number]

// 80 KiB of numbering plans.
const loadPhoneParts = () => import('./phone-parts.ts')

/**
 * Checks only the length: plans get new ranges faster than the library is updated. The result's `country` (ISO 3166-1) is
 * undefined if countries share the calling code and the number does not tell.
 */
export async function findPhoneNumber(text: string, country = '') {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadPhoneParts()
  const defaultCountry = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const found = parsePhoneNumberFromString(text, { ...defaultCountry, extract: false })
  if (found === undefined || found.ext !== undefined || !found.isPossible()) return undefined
  return { e164: found.number, spaced: found.formatInternational(), country: found.country }
}

/** Calling codes have no plus sign. */
export async function listPhoneCountries(): Promise<readonly { country: string; callingCode: string }[]> {
  const { getCountries, getCountryCallingCode } = await loadPhoneParts()
  return getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }))
}
