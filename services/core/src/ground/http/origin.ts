import { networkOf } from '@countersign/service/network'

/** Where a request came from, as roughly as a person needs to recognise it. Empty where it is unknown. */
export type Origin = {
  /** "Firefox on Linux": no version, nothing that tells two such browsers apart. */
  readonly userAgent: string
  /** The /24 or /48 of the address. */
  readonly network: string
}

/** The first that matches: most browsers claim to be Safari and Chrome too, and all Android ones Linux. */
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
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Longer than any browser's: what comes behind is not looked at. */
const MAXIMUM_HEADER_LENGTH = 512

/** Reduces what a request tells of its sender to what is worth keeping. */
export function describeOrigin(userAgentHeader: string | undefined, address: string): Origin {
  return { userAgent: describeUserAgent(userAgentHeader?.slice(0, MAXIMUM_HEADER_LENGTH)), network: networkOf(address) }
}

function describeUserAgent(header = ''): string {
  if (header === '') return ''
  const family = firstMatch(FAMILIES, header) ?? 'Another browser'
  const system = firstMatch(SYSTEMS, header)
  return system === undefined ? family : `${family} on ${system}`
}

function firstMatch(names: readonly (readonly [RegExp, string])[], header: string): string | undefined {
  return names.find(([pattern]) => pattern.test(header))?.[1]
}
