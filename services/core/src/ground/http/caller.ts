import { findCredentials } from '@countersign/service/http'
import { networkOf } from '@countersign/service/network'
import type { FastifyRequest } from 'fastify'

/** The sender of a request, unverified. */
export type Caller = {
  /** Undefined without an Authorization header; empty if that holds no bearer token. */
  readonly token: string | undefined
  readonly origin: Origin
  readonly proof: CallProof | undefined
}

/** The DPoP proof of a call (RFC 9449), unverified. */
export type CallProof = {
  readonly proof: string | readonly string[]
  readonly method: string
  /** Without the query. */
  readonly path: string
}

export function callerOf(request: FastifyRequest): Caller {
  const { authorization, dpop: proof, 'user-agent': userAgent, origin } = request.headers
  const [path = ''] = request.url.split('?')
  return {
    token: authorization === undefined ? undefined : (findCredentials(authorization, 'bearer') ?? ''),
    // Lazy: matching the patterns takes time, and most calls of a flow do not need it.
    get origin() {
      return describeOrigin(userAgent, request.ip, origin)
    },
    proof: proof === undefined ? undefined : { proof, method: request.method, path },
  }
}

/** Rough enough for a user to recognise a device; empty if unknown. */
export type Origin = {
  /** "Firefox on Linux", "Firefox extension on Linux": no version, nothing that tells two such browsers apart. */
  readonly userAgent: string
  /** The /24 or /48 of the address. */
  readonly network: string
}

/** The first match counts: most browsers also claim to be Safari and Chrome, and Android also says Linux. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Longer than any browser's; the rest is ignored. */
const MAXIMUM_HEADER_LENGTH = 512

/** The Origin header of an extension's page; Firefox's differs for each installation. */
const EXTENSION = /^(?:chrome|moz)-extension:/

export function describeOrigin(userAgentHeader: string | undefined, address: string, originHeader = ''): Origin {
  const userAgent = describeUserAgent(userAgentHeader?.slice(0, MAXIMUM_HEADER_LENGTH), EXTENSION.test(originHeader))
  return { userAgent, network: networkOf(address) }
}

function describeUserAgent(header = '', isExtension: boolean): string {
  if (header === '') return ''
  const browser = firstMatch(FAMILIES, header) ?? 'Another browser'
  const family = isExtension ? `${browser} extension` : browser
  const system = firstMatch(SYSTEMS, header)
  return system === undefined ? family : `${family} on ${system}`
}

function firstMatch(names: readonly (readonly [RegExp, string])[], header: string): string | undefined {
  return names.find(([pattern]) => pattern.test(header))?.[1]
}
