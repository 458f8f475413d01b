import { OPAQUE_SERVER_KEY } from '@countersign/contracts/page-config'
import { BRAND_SETTINGS, brandOf } from '@countersign/service/brand'
import {
  BASE_URL,
  CORE_URL,
  CREDENTIAL_ISSUERS,
  type Environment,
  listOfAtLeast,
  readSettings,
  SettingRefused,
  type Settings,
  SIGN_UPS,
  WEB_URL,
} from '@countersign/service/settings'

export const WEB_SETTINGS = {
  BASE_URL,
  WEB_URL,
  CORE_URL,
  OPAQUE_SERVER_KEYS: {
    // A page with pinned keys refuses to sign up at a service that shows another key.
    parse: parseServerKeys,
    unset: 'those of core next to it, required where that has `OPRF_URL`; elsewhere: any',
    meaning:
      'public halves of `OPAQUE_SERVER_SETUP` that pages accept, for a page apart from core (`countersign secrets` writes them)',
  },
  CREDENTIAL_ISSUERS,
  SIGN_UPS,
  ...BRAND_SETTINGS,
} satisfies Settings

export type WebConfig = Readonly<Awaited<ReturnType<typeof readWebConfig>>>

/** @throws SettingsError */
export async function readWebConfig(env: Environment) {
  const settings = await readSettings(env, WEB_SETTINGS)
  return {
    /** The provider's public address, which the page returns to apps as `iss` (RFC 9207). */
    issuer: settings.BASE_URL,
    webUrl: settings.WEB_URL ?? settings.BASE_URL,
    /** Empty: core answers at the page's own address, by any of its host names. */
    coreUrl: settings.CORE_URL ?? '',
    brand: brandOf(settings),
    /** Public OPAQUE keys that pages accept; empty: any, until the first sign-up. */
    opaqueServerKeys: settings.OPAQUE_SERVER_KEYS ?? [],
    credentialIssuers: settings.CREDENTIAL_ISSUERS ?? [],
    signUps: settings.SIGN_UPS,
  }
}

function parseServerKeys(text: string): readonly string[] {
  const keys = listOfAtLeast(1)(text)
  if (keys.every((key) => OPAQUE_SERVER_KEY.test(key))) return keys
  throw new SettingRefused('must list public keys as `countersign secrets` prints them.')
}
