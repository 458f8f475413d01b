import { OAuthError } from '@countersign/service/errors'
import type { Client } from './client.ts'

/** Schemes that a page may be sent to in clear only because the address never leaves the person's machine. */
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
const LOOPBACK_IP_LITERALS = new Set(['127.0.0.1', '[::1]'])
const MAXIMUM_LENGTH = 2_048

// No space, quotes, backslash or other ASCII that RFC 3986 leaves out of every URI. Beyond ASCII there is a normal form.
const URI_TEXT = /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~\u00a1-\u{10ffff}]+$/u

/**
 * Undefined if valid: https, loopback http (RFC 8252 §7.3), private-use schemes with a dot (§7.1) or allowed by an
 * operator; in normal form, so that equal addresses are equal texts.
 */
export function problemOfRedirectUri(text: string, privateUseSchemes: readonly string[] = []): string | undefined {
  if (text.length > MAXIMUM_LENGTH) return `has more than ${MAXIMUM_LENGTH} characters`
  if (!URI_TEXT.test(text) || !URL.canParse(text)) return 'is not an absolute URI'
  const url = new URL(text)
  if (text.includes('#')) return 'has a fragment (RFC 6749 §3.1.2 forbids it)'
  if (url.username !== '' || url.password !== '') return 'carries user information'
  const schemeProblem = problemOfScheme(url, privateUseSchemes)
  if (schemeProblem) return schemeProblem
  if (url.hostname.includes('*')) return 'has a wildcard; every address is registered by itself'
  if (url.href !== text && url.href !== `${text}/`) return `is not in its normal form, which is ${url.href}`
  return undefined
}

function problemOfScheme(url: URL, privateUseSchemes: readonly string[]): string | undefined {
  if (hasAllowedScheme(url, privateUseSchemes)) return undefined
  const problem = 'must be https, http on 127.0.0.1, [::1] or localhost, or a private-use scheme with a dot'
  if (url.hostname === '' || problemOfPrivateUseScheme(url.protocol.slice(0, -1))) return problem
  return `${problem}; an operator can allow this one with --private-use-scheme`
}

function hasAllowedScheme({ protocol, hostname }: URL, privateUseSchemes: readonly string[]): boolean {
  if (protocol === 'https:') return true
  if (protocol === 'http:') return LOOPBACK_HOSTS.has(hostname)
  if (protocol.includes('.')) return true
  // Only with an authority (`cursor://…`): without one, the scheme's meaning is unknown.
  return hostname !== '' && privateUseSchemes.includes(protocol.slice(0, -1))
}

type Comparing = { readonly registered: readonly string[]; readonly given: string }

/**
 * Compared exactly (RFC 9700 §4.1.3), except for the port of a loopback address (RFC 8252 §7.3): of `localhost` for
 * public clients alone, since a name may lead to another machine (§8.3).
 */
export function isRegisteredRedirectUri(
  { authenticationMethod }: Pick<Client, 'authenticationMethod'>,
  { registered, given }: Comparing,
): boolean {
  const hosts = authenticationMethod === 'none' ? LOOPBACK_HOSTS : LOOPBACK_IP_LITERALS
  return registered.includes(given) || registered.some((uri) => differsByPortOnly(uri, given, hosts))
}

function differsByPortOnly(registered: string, given: string, hosts: ReadonlySet<string>): boolean {
  if (!URL.canParse(registered) || !URL.canParse(given)) return false
  const registeredUrl = new URL(registered)
  const url = new URL(given)
  const isLoopback = registeredUrl.protocol === 'http:' && hosts.has(registeredUrl.hostname)
  if (!isLoopback || problemOfRedirectUri(given) !== undefined) return false
  url.port = registeredUrl.port
  return url.href === registeredUrl.href
}

/** A scheme as the URL parser writes it (RFC 3986 §3.1), without the dot that RFC 8252 §7.1 recommends. */
const SCHEME = /^[a-z][a-z0-9+-]{1,31}$/

/** Schemes that run script, read files or start other programs: never an app's own. */
const TAKEN = new Set(
  (
    'about acct admin blob chrome chrome-extension content cid data devtools dns edge facetime feed file filesystem ftp ftps ' +
    'geo git gopher http https im imap intent irc jar javascript ldap ldaps livescript mailto market mid mms mocha moz-extension ' +
    'nfs news nntp opera pop pop3 resource rdp rtsp safari search search-ms sftp sip sips skype smb sms ssh steam tel telnet tftp ' +
    'urn vbscript view-source vnc webcal ws wss wyciwyg x-apple'
  ).split(' '),
)
const TAKEN_PREFIXES = ['ms-', 'web+', 'chrome-', 'x-apple-', 'moz-', 'android-']

export function problemOfPrivateUseScheme(scheme: string): string | undefined {
  if (!SCHEME.test(scheme))
    return 'must have 2 to 32 lower-case letters, digits, + or -; one with a dot needs no permission'
  if (TAKEN.has(scheme) || TAKEN_PREFIXES.some((prefix) => scheme.startsWith(prefix))) {
    return "belongs to browsers or to the system, and so is no app's own"
  }
  return undefined
}

/** @throws OAuthError unless the URI is one of the client's (RFC 9700 §4.1.3) */
export function readRedirectUri(client: Client, redirectUri: string | undefined): string {
  if (redirectUri === undefined) throw new OAuthError('invalid_request', 'redirect_uri is missing.')
  if (isRegisteredRedirectUri(client, { registered: client.redirectUris, given: redirectUri })) return redirectUri
  const problem = URL.canParse(redirectUri) && problemOfScheme(new URL(redirectUri), client.privateUseSchemes)
  throw new OAuthError(
    'redirect_uri_mismatch',
    problem
      ? `The redirect_uri ${problem}.`
      : 'The redirect_uri is not registered for this client. Every character must match, a slash at its end too.',
  )
}

/** Leads to the person's own machine, whichever app registered it. */
export function isLoopbackRedirectUri(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname)
}
