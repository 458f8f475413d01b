import type { SettingsReader } from '@countersign/service'

const SECRETS = [
  'INTERNAL_SERVICE_TOKEN',
  'DATA_TOKEN_SECRET',
  'KEY_ENCRYPTION_SECRET',
  'OPAQUE_SERVER_SETUP',
  'LOGIN_INDEX_KEY',
  'ADMIN_TOKEN',
] as const
const PLACEHOLDER = /change.?me|replace.?me|your.?(own|secret|token|key)|example|insecure|password|0123456789/i
/** The private keys that RFC 7515 prints, in Appendix A.3 (P-256), and RFC 8037, in Appendix A.1 (Ed25519). */
const PUBLISHED_KEYS = ['jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI', 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A']
const MINIMUM_DISTINCT_CHARACTERS = 10
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What is tolerated on a developer's machine and refused where real people sign in. */
export function checkProductionRules(settings: SettingsReader): void {
  for (const name of SECRETS) {
    const weakness = weaknessOfSecret(settings.optionalText(name) ?? '')
    if (weakness) settings.refuse(name, `${weakness}. Generate a random one: openssl rand -base64 32`)
  }
  const baseUrl = settings.optionalText('BASE_URL')
  if (baseUrl === undefined) settings.refuse('BASE_URL', 'is not set. Set it to the public https address.')
  else if (isPublicPlainHttp(baseUrl)) {
    settings.refuse('BASE_URL', 'must use https: codes and tokens travel over it. Put a TLS proxy in front.')
  }
}

/** Why a secret can be guessed, or nothing. An absent one is not weak: whoever needs it says so. */
export function weaknessOfSecret(secret: string): string | undefined {
  if (secret === '') return undefined
  if (PUBLISHED_KEYS.some((key) => secret.includes(key))) return 'is a key that a standard prints'
  if (PLACEHOLDER.test(secret)) return 'looks like a placeholder from a document'
  return new Set(secret).size < MINIMUM_DISTINCT_CHARACTERS ? 'has too few different characters' : undefined
}

export function isPublicPlainHttp(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !LOOPBACK_HOSTS.has(hostname)
}
