import { OPAQUE_SERVER_KEY } from '@countersign/contracts/page-config'
import { BRAND_SETTINGS, brandOf } from '@countersign/service/brand'
import {
  BASE_URL,
  CORE_URL,
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
    parse: listOf((key) => OPAQUE_SERVER_KEY.test(key), 'must list public keys as `countersign secrets` prints them.'),
    unset: 'those of core next to it, required where that has `OPRF_URL`; elsewhere: any',
    meaning:
      'public halves of `OPAQUE_SERVER_SETUP` that pages accept, for a page apart from core (`countersign secrets` writes them)',
  },
  CREDENTIAL_ISSUERS: {
    // Refuses paths: they would look as if they limited the fetch, and do not.
    parse: listOf(isOrigin, 'must list origins: https, a host, and nothing behind it.'),
    unset: 'none',
    meaning:
      'origins of issuers whose [credentials](apps.md#credentials-of-others) people may keep, as `https://university.example`',
  },
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

function listOf(isGood: (each: string) => boolean, must: string) {
  return (text: string): readonly string[] => {
    const all = listOfAtLeast(1)(text)
    if (all.every(isGood)) return all
    throw new SettingRefused(must)
  }
}

const LOOPBACK_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
/** Anything longer could mean more in the worker's policy: a wildcard, a keyword, another directive. */
const HTTPS_ORIGIN = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/

function isOrigin(text: string): boolean {
  if (LOOPBACK_ORIGIN.test(text)) return true
  return HTTPS_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
}
