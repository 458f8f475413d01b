import { LANGUAGES } from '@countersign/ui/messages/languages.ts'
import { useLanguage } from '@countersign/ui/messages/texts.ts'
import { useMemo } from 'preact/hooks'

/** ISO 3166-1, and Kosovo. */
const COUNTRIES: readonly string[] =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s+/)

/** The country of the browser's language. */
export function homeCountry(): string {
  return new Intl.Locale(navigator.language).maximize().region ?? ''
}

/** Countries by their name in the page's language, the likely one first. `note` follows the name. */
export function useCountryOptions(codes: readonly string[] = COUNTRIES, note: (code: string) => string = () => '') {
  const { language } = useLanguage()
  return useMemo(() => {
    const { compare } = new Intl.Collator(language)
    const home = homeCountry()
    return codes
      .map((code) => ({ value: code, label: `${countryName(code, language)}${note(code)}` }))
      .toSorted(
        (left, right) => Number(right.value === home) - Number(left.value === home) || compare(left.label, right.label),
      )
  }, [codes, note, language])
}

export function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

let codesByName: ReadonlyMap<string, string> | undefined

/** The country of a name in any language of the pages, of a short name (`UK`) or of a code. */
export function findCountry(name: string): string | undefined {
  codesByName ??= new Map(Object.keys(LANGUAGES).flatMap(namesIn))
  return codesByName.get(fold(name))
}

function namesIn(language: string): [string, string][] {
  const names = (['long', 'short'] as const).map((style) => new Intl.DisplayNames(language, { type: 'region', style }))
  return COUNTRIES.flatMap((code) =>
    [code, ...names.map((each) => each.of(code) ?? code)].map((name) => [fold(name), code]),
  )
}

function fold(name: string): string {
  return name.trim().toLowerCase()
}
