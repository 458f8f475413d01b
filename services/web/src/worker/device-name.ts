// The first mark counts: Edge says `Chrome/` too, Android `Linux`, an iPhone `Mac OS`.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A name for this device that its owner recognises, kept only in the encrypted head. */
export function describeDevice(userAgent: string, isExtension: boolean): string {
  const system = findSystem(userAgent)
  const browser = find(BROWSERS, userAgent) ?? 'A browser'
  return [isExtension ? `${browser} extension` : browser, system].filter(Boolean).join(' on ')
}

/** The device's system, by its brand name, which needs no translation. */
export function findSystem(userAgent: string): string | undefined {
  return find(SYSTEMS, userAgent)
}

function find(known: readonly (readonly [string, string])[], userAgent: string): string | undefined {
  return known.find(([mark]) => userAgent.includes(mark))?.[1]
}
