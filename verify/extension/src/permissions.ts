import type { Identity } from './services.ts'

/**
 * Asks the user for a service's page, for ending its service workers, and for the frames that other tabs hold. Browsers ask
 * only right after a click.
 */
export async function allowPage(origin: string): Promise<boolean> {
  return chrome.permissions.request(neededFor(origin))
}

export async function isAllowed(origin: string): Promise<boolean> {
  return chrome.permissions.contains(neededFor(origin))
}

function neededFor(origin: string): chrome.permissions.Permissions {
  return { origins: patternsOf(origin), permissions: ['browsingData', 'webNavigation'] }
}

/** Asks the user for the hosts of core and provider, where they are others. */
export async function allowCore({ coreUrl, issuer }: Identity): Promise<boolean> {
  return chrome.permissions.request({ origins: [...patternsOf(coreUrl), ...patternsOf(issuer)] })
}

/** Match patterns have no port. A visit over http is led too, before anyone on the network can answer it. */
export function patternsOf(address: string): string[] {
  const { protocol, hostname } = new URL(address)
  return (protocol === 'https:' ? ['https:', 'http:'] : [protocol]).map((each) => `${each}//${hostname}/*`)
}
