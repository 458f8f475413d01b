import { SignInError } from '../errors.ts'
import { isLoopback } from '../settings.ts'

export type Address = {
  /** Answers WebFinger for it. */
  readonly origin: string
  /** The WebFinger query's resource. */
  readonly resource: string
  /** Only of an address with a name. A hint: that it is this person's is proven by no one. */
  readonly loginHint: string | undefined
}

const LONGEST = 255
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i
const CONTROL_CHARACTER = /\p{Cc}/u
/** XRI identifiers (OpenID Connect Discovery 1.0 §2.1.2). */
const RESERVED = /^[=@!]/

/**
 * Normalises what a person typed, `ada@home.example` or `home.example` (OpenID Connect Discovery 1.0 §2.1).
 * @throws SignInError `invalid_address`
 */
export function readAddress(typed: string, allowLoopback: boolean): Address {
  const text = typed.trim().replace(/^acct:/i, '')
  const isAccount = text !== typed.trim()
  const url = text.length > LONGEST || RESERVED.test(text) ? undefined : parse(text, allowLoopback)
  if (!url || url.password !== '' || !isHost(url, allowLoopback)) throw refuse()
  url.hash = ''
  const { username, host, hostname, origin, port, pathname, search } = url
  const isName = !SCHEME.test(text) && username !== '' && port === '' && pathname === '/' && search === ''
  if (isAccount && !isName) throw refuse()
  return {
    origin,
    resource: isName ? `acct:${username}@${hostname}` : url.href,
    loginHint: username === '' ? undefined : `${readName(username)}@${host}`,
  }
}

function parse(text: string, allowLoopback: boolean): URL | undefined {
  const [secure, plain] = ['https', 'http'].map((scheme) => (SCHEME.test(text) ? text : `${scheme}://${text}`))
  if (secure === undefined || /\s/.test(text) || !URL.canParse(secure)) return undefined
  return new URL(allowLoopback && plain !== undefined && isLoopback(new URL(secure)) ? plain : secure)
}

function readName(username: string): string {
  try {
    const name = decodeURIComponent(username)
    if (!CONTROL_CHARACTER.test(name)) return name
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw refuse()
}

/** A name without a dot is a person's, or of the app's own network. */
function isHost(url: URL, allowLoopback: boolean): boolean {
  if (allowLoopback && isLoopback(url)) return url.protocol === 'https:' || url.protocol === 'http:'
  return url.protocol === 'https:' && /[.:]./.test(url.hostname) && !url.hostname.endsWith('.')
}

function refuse(): SignInError {
  return new SignInError('invalid_address', 'This is no address: it looks like ada@home.example, or home.example.')
}
