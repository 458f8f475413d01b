import type { IconName } from '../../ui/icon.tsx'

const BY_SYSTEM: readonly (readonly [string, IconName])[] = [
  ['iPadOS', 'tablet'],
  ['iOS', 'phone'],
  ['Android', 'phone'],
]

/** @param userAgent family and system, as core tells them: "Firefox on Linux"; empty when unknown */
export function deviceIcon(userAgent: string): IconName {
  if (userAgent === '') return 'devices'
  return BY_SYSTEM.find(([system]) => userAgent.endsWith(system))?.[1] ?? 'laptop'
}
