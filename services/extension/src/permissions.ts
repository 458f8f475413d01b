import type { Identity } from './services.ts'

/** Asks the user for a service's page. Call it first after a click. Only Chromium needs to clear browsing data. */
export async function allowPage(origin: string): Promise<boolean> {
  const isChromium = location.protocol === 'chrome-extension:'
  return chrome.permissions.request({
    origins: [patternOf(origin)],
    ...(isChromium && { permissions: ['browsingData'] }),
  })
}

/** Asks the user for the hosts of core and provider, where they are others. */
export async function allowCore({ coreUrl, issuer }: Identity): Promise<boolean> {
  return chrome.permissions.request({ origins: [patternOf(coreUrl), patternOf(issuer)] })
}

/** A match pattern has no port. */
function patternOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}
