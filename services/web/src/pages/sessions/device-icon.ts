import type { IconName } from '@countersign/ui/icon.tsx'

/** By system, as core names it. An iPad whose browser says that it is a Mac is taken for one. */
const BY_SYSTEM: Readonly<Record<string, IconName>> = {
  iOS: 'phone',
  Android: 'phone',
  iPadOS: 'tablet',
  Windows: 'laptop',
  macOS: 'laptop',
  Linux: 'laptop',
  ChromeOS: 'laptop',
}

/** @param userAgent family and system, such as "Firefox on Linux" */
export function deviceIcon(userAgent: string): IconName {
  const system = userAgent.split(' on ').at(-1) ?? ''
  return (Object.hasOwn(BY_SYSTEM, system) ? BY_SYSTEM[system] : undefined) ?? 'devices'
}
