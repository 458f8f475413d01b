import type { SettingsReader } from '@countersign/service'
import { isLoopbackHost, isPrivateHost } from './addresses.ts'

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

type Rules = Pick<SettingsReader, 'optionalText' | 'refuse'>

/** What is tolerated on a developer's machine and refused where real people sign in. */
export function checkProductionRules(settings: Rules): void {
  checkSecrets(settings)
  checkBaseUrl(settings)
  checkOtherAddresses(settings)
  if (settings.optionalText('TRUSTED_PROXIES') === undefined) {
    settings.refuse(
      'TRUSTED_PROXIES',
      'is not set. Name the address of the proxy in front (127.0.0.1 if it is on this machine), or none if people connect directly.',
    )
  }
}

/** What would open a developer's machine, with the secrets that were made up for it, to others. */
export function checkDevelopmentRules(settings: Rules): void {
  const host = settings.optionalText('HOST')
  if (host !== undefined && !isLoopbackHost(host)) {
    settings.refuse('HOST', 'must be localhost, 127.0.0.1 or ::1. To serve others, use: countersign serve')
  }
  const baseUrl = urlOf(settings.optionalText('BASE_URL'))
  if (baseUrl && !isLoopbackHost(baseUrl.hostname)) {
    settings.refuse('BASE_URL', 'must be an address of this machine. To serve others, use: countersign serve')
  }
}

function checkSecrets(settings: Rules): void {
  const firstNames = new Map<string, string>()
  for (const name of SECRETS) {
    const secret = settings.optionalText(name) ?? ''
    const weakness = weaknessOfSecret(secret)
    if (weakness) settings.refuse(name, `${weakness}. Make random ones: countersign secrets`)
    // Of a list the first is in use; the others are on their way out, and may have been shared.
    const [inUse = ''] = secret.startsWith('{') ? [secret] : secret.split(',', 1)
    const sameAs = firstNames.get(inUse)
    if (inUse === '') continue
    if (sameAs) settings.refuse(name, `has the same value as ${sameAs}. Give each its own: countersign secrets`)
    else firstNames.set(inUse, name)
  }
}

function checkBaseUrl(settings: Rules): void {
  const text = settings.optionalText('BASE_URL')
  const url = urlOf(text)
  if (text === undefined) settings.refuse('BASE_URL', 'is not set. Set it to the public https address.')
  else if (url && isPublicPlainHttp(url)) {
    settings.refuse('BASE_URL', 'must use https: codes and tokens travel over it. Put a TLS proxy in front.')
  }
  if (url && url.pathname !== '/') {
    // RFC 8414 §3.1: its metadata would then be at a path that begins with /.well-known/, which we do not serve.
    settings.refuse('BASE_URL', 'must have no path. Give the service a host name of its own.')
  }
}

function checkOtherAddresses(settings: Rules): void {
  for (const name of ['CONSENT_URL', 'CORE_URL']) {
    const url = urlOf(settings.optionalText(name))
    if (url && isPublicPlainHttp(url)) {
      settings.refuse(name, "must use https: people's browsers go there. Put a TLS proxy in front.")
    }
  }
  const url = urlOf(settings.optionalText('PROVIDER_URL'))
  if (url?.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    settings.refuse(
      'PROVIDER_URL',
      'must use https, or name a host of a private network: the service token goes there.',
    )
  }
}

/** Why a secret can be guessed, or nothing. An absent one is not weak: whoever needs it says so. */
function weaknessOfSecret(secret: string): string | undefined {
  if (secret === '') return undefined
  if (PUBLISHED_KEYS.some((key) => secret.includes(key))) return 'is a key that a standard prints'
  if (PLACEHOLDER.test(secret)) return 'looks like a placeholder from a document'
  return new Set(secret).size < MINIMUM_DISTINCT_CHARACTERS ? 'has too few different characters' : undefined
}

function isPublicPlainHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopbackHost(hostname)
}

/** What is no URL is refused where it is read. */
function urlOf(text = ''): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
