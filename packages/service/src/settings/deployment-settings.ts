import { listOfAtLeast, parseBaseUrl } from './setting-kinds.ts'

const MINIMUM_TOKEN_LENGTH = 32

/** Must be equal in all components. */
export const BASE_URL = {
  parse: parseBaseUrl,
  default: 'http://localhost:8080',
  unset: '`http://localhost:<PORT>`',
  requiredInProduction: 'Set it to the public https address.',
  meaning:
    'public address, and `iss` in every token and response; the same for provider, core and consent client, also when they run apart. No path',
} as const

export const WEB_URL = {
  parse: parseBaseUrl,
  unset: '`BASE_URL`',
  meaning:
    "where people's browsers reach the consent client, when it runs apart; the provider sends people there, and core lets no other site call it",
} as const

export const CORE_URL = {
  parse: parseBaseUrl,
  unset: '`BASE_URL` for core, its own address for the page',
  meaning:
    "where people's browsers reach core, when it runs apart from the consent client or the provider; a device's proofs of its key name this address, so nobody can sign in at another one: the log line `wrong_address` names it, and `doctor` asks the page",
} as const

export const INTERNAL_SERVICE_TOKEN = {
  parse: listOfAtLeast(MINIMUM_TOKEN_LENGTH),
  isRequired: true,
  isSecret: true,
  meaning:
    'shared by core and provider, at least 32 characters; a comma-separated list while rotating (the first is sent, all are accepted)',
} as const

/** Each component parses it itself: one of them also signs. */
export const DATA_TOKEN_SECRET = {
  isRequired: true,
  isSecret: true,
  meaning:
    'signs data tokens: a private JWK or JWK Set as JSON (ES256, EdDSA), or a random string (HS256). The provider may be given the public half',
} as const
