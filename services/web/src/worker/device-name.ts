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

/** A name for this device that its owner recognises. It is written into the encrypted head and nowhere else. */
export function describeDevice(userAgent: string): string {
  const system = findSystem(userAgent)
  return [find(BROWSERS, userAgent) ?? 'A browser', system].filter(Boolean).join(' on ')
}

/** What the device is, by its maker's word for it, which is the same in every language. */
export function findSystem(userAgent: string): string | undefined {
  return find(SYSTEMS, userAgent)
}

function find(known: readonly (readonly [string, string])[], userAgent: string): string | undefined {
  return known.find(([mark]) => userAgent.includes(mark))?.[1]
}
