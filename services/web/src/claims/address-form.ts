import { formatAddress } from 'localized-address-format'
import type { PostalAddress } from './postal-address.ts'

/** A country's word for the part of an address above its towns. */
type RegionKind = 'state' | 'province' | 'prefecture' | 'county' | 'region'

export type AddressForm = {
  /** The members that the country's addresses have, in their order. */
  readonly members: readonly Exclude<keyof PostalAddress, 'country'>[]
  readonly region: RegionKind
  readonly hasZip: boolean
}

/** libaddressinput's `state_name_type`. */
const REGIONS: readonly (readonly [RegionKind, string])[] = [
  ['state', 'AU BR IN MX MY NG US VE'],
  ['province', 'AR CA CL CN CU EC ES ID IR IT KP KR MZ PA PH TH TR TW VN'],
  ['prefecture', 'JP'],
  ['county', 'EE GB IE RO'],
]

/** The United States and their territories. */
const ZIP = 'AS GU MH MP PR US VI'

const MARKS = { street_address: '\uE000', locality: '\uE001', region: '\uE002', postal_code: '\uE003' } as const

/** libaddressinput has no town for Japan: there it is part of the street. People look for its field. */
const JAPANESE = { local: MARKS.region + MARKS.locality, latin: MARKS.locality + MARKS.region } as const

const ANYWHERE: AddressForm = {
  members: ['street_address', 'postal_code', 'locality', 'region'],
  region: 'region',
  hasZip: false,
}

/** How addresses are written in a country (Google's libaddressinput): in its own script, else in Latin letters. */
export function addressFormOf(country: string, script: 'local' | 'latin'): AddressForm {
  if (country === '') return ANYWHERE
  const address = {
    postalCountry: country,
    addressLines: [MARKS.street_address],
    locality: MARKS.locality,
    administrativeArea: country === 'JP' ? JAPANESE[script] : MARKS.region,
    postalCode: MARKS.postal_code,
  }
  const written = formatAddress(address, script).join('\n')
  const members = (['street_address', 'locality', 'region', 'postal_code'] as const)
    .filter((member) => written.includes(MARKS[member]))
    .toSorted((left, right) => written.indexOf(MARKS[left]) - written.indexOf(MARKS[right]))
  const region = REGIONS.find(([, countries]) => countries.includes(country))?.[0] ?? 'region'
  return { members, region, hasZip: ZIP.includes(country) }
}
