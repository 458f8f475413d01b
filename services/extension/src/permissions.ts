import type { Identity } from './services.ts'

/** Asks the user for a service's page, and for ending its service workers. Browsers ask only right after a click. */
export async function allowPage(origin: string): Promise<boolean> {
  return chrome.permissions.request(neededFor(origin))
}

export async function isAllowed(origin: string): Promise<boolean> {
  return chrome.permissions.contains(neededFor(origin))
}

function neededFor(origin: string): chrome.permissions.Permissions {
  return { origins: [patternOf(origin)], permissions: ['browsingData'] }
}

/** Asks the user for the hosts of core and provider, where they are others. */
export async function allowCore({ coreUrl, issuer }: Identity): Promise<boolean> {
  return chrome.permissions.request({ origins: [patternOf(coreUrl), patternOf(issuer)] })
}

/** A match pattern has no port. */
export function patternOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}
