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
  const find = (known: readonly (readonly [string, string])[]) => known.find(([mark]) => userAgent.includes(mark))?.[1]
  return [find(BROWSERS) ?? 'A browser', find(SYSTEMS)].filter(Boolean).join(' on ')
}
