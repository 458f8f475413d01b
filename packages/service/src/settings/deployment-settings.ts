import { SIGN_UPS as WHO_MAY_SIGN_UP } from '@countersign/contracts/page-config'
import { listOfAtLeast, oneOf, parseBaseUrl } from './setting-kinds.ts'
import { SettingRefused } from './settings.ts'

const MINIMUM_TOKEN_LENGTH = 32

/** Must be equal in all components. */
export const BASE_URL = {
  parse: parseBaseUrl,
  default: 'http://localhost:8080',
  unset: '`http://localhost:<PORT>`',
  requiredInProduction: 'Set it to the public https address.',
  meaning: 'public address and `iss`, the same for every component. No path',
} as const

export const WEB_URL = {
  parse: parseBaseUrl,
  unset: '`BASE_URL`',
  meaning: 'where browsers reach the page, when it runs apart; core lets no other site call it',
} as const

export const CORE_URL = {
  parse: parseBaseUrl,
  unset: '`BASE_URL` for core, its own address for the page',
  meaning:
    'where browsers reach core, when it runs apart from the page or the provider. Devices prove their keys for this address; the log line `wrong_address` names another',
} as const

export const INTERNAL_SERVICE_TOKEN = {
  parse: listOfAtLeast(MINIMUM_TOKEN_LENGTH),
  isRequired: true,
  isSecret: true,
  meaning: 'shared by core and provider',
} as const

/** Each component parses it itself: one of them also signs. */
export const DATA_TOKEN_SECRET = {
  isRequired: true,
  isSecret: true,
  meaning:
    'signs data tokens: a private JWK or JWK Set as JSON (ES256, EdDSA), or a random string (HS256). The provider may have the public half',
} as const

/** Core enforces it, the page tells people beforehand. */
export const SIGN_UPS = {
  parse: oneOf(...WHO_MAY_SIGN_UP),
  default: 'open',
  meaning:
    '[who may create an account](sign-ups.md): everyone (`open`), people with an invitation (`invited`), or no one (`closed`). The same for core and the page',
} as const

/** Devices keep credentials of these issuers alone, and core fetches status lists from nowhere else. */
export const CREDENTIAL_ISSUERS = {
  parse: parseOrigins,
  unset: 'none',
  meaning:
    'origins of issuers whose [credentials](apps.md#credentials-of-others) people may keep, as `https://university.example`, and of their status lists. The same for core and the page',
} as const

/** Refuses paths: they would look as if they limited the fetch, and do not. */
function parseOrigins(text: string): readonly string[] {
  const origins = listOfAtLeast(1)(text)
  if (origins.every(isOrigin)) return origins
  throw new SettingRefused('must list origins: https, a host, and nothing behind it.')
}

const LOOPBACK_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
/** Anything longer could mean more in the worker's policy: a wildcard, a keyword, another directive. */
const HTTPS_ORIGIN = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/

function isOrigin(text: string): boolean {
  if (LOOPBACK_ORIGIN.test(text)) return true
  return HTTPS_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text
}
