import type { SettingsReader } from '@countersign/service'
import { type Brand, readBrand } from './brand/brand.ts'

export type ConsentConfig = {
  /** The provider's public address, which the page sends back to apps as `iss` (RFC 9207). */
  readonly issuer: string
  /** Where core answers; empty when it is at the page's own address. */
  readonly coreUrl: string
  readonly brand: Brand
  /** Public keys of the password protocol that pages accept; empty: any, until the first sign-up. */
  readonly opaqueServerKeys: readonly string[]
}

const OPAQUE_KEY = /^[\w-]{43}$/

/** Without a CORE_URL the page calls its own address, by whatever name the person reached it. */
export function readConsentConfig(settings: SettingsReader): ConsentConfig {
  const isElsewhere = settings.optionalText('CORE_URL') !== undefined
  return {
    issuer: settings.baseUrl('BASE_URL'),
    coreUrl: isElsewhere ? settings.baseUrl('CORE_URL') : '',
    brand: readBrand(settings),
    opaqueServerKeys: readOpaqueServerKeys(settings),
  }
}

/** A page that knows the keys signs nobody up at a service that has another: then a password proves nothing to us. */
function readOpaqueServerKeys(settings: SettingsReader): readonly string[] {
  if (settings.optionalText('OPAQUE_SERVER_KEYS') === undefined) return []
  const keys = settings.list('OPAQUE_SERVER_KEYS', { minLength: 1 })
  if (!keys.every((key) => OPAQUE_KEY.test(key))) {
    settings.refuse('OPAQUE_SERVER_KEYS', 'must list public keys as `countersign secrets` prints them.')
  }
  return keys
}
