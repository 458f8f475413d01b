import type { SettingsReader } from '@countersign/service'
import { type Brand, readBrand } from './brand/brand.ts'

export interface ConsentConfig {
  /** The provider's public address, which the page sends back to apps as `iss` (RFC 9207). */
  readonly issuer: string
  /** Where core answers; empty when it is at the page's own address. */
  readonly coreUrl: string
  readonly brand: Brand
}

/** Without a CORE_URL the page calls its own address, by whatever name the person reached it. */
export function readConsentConfig(settings: SettingsReader): ConsentConfig {
  const isElsewhere = settings.optionalText('CORE_URL') !== undefined
  return {
    issuer: settings.baseUrl('BASE_URL'),
    coreUrl: isElsewhere ? settings.baseUrl('CORE_URL') : '',
    brand: readBrand(settings),
  }
}
