/** What checking takes of the library: a build leaves out the rest, and loads it with the first phone number. */
export {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
