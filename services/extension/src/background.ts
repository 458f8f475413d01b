import { patternOf } from './permissions.ts'
import { isLed, rulesFor } from './rules.ts'
import { keepService, readServices } from './services.ts'

/*
 * Keeps the browser's rules in step with the services that the user has switched on, and opens the extension's page.
 */

const CLIENT = chrome.runtime.getURL('client.html')

async function applyRules(): Promise<void> {
  const origins = (await readServices()).filter(({ isOn }) => isOn).map(({ origin }) => origin)
  const old = await chrome.declarativeNetRequest.getDynamicRules()
  await chrome.declarativeNetRequest.updateDynamicRules({
    removeRuleIds: old.map(({ id }) => id),
    addRules: rulesFor(origins, CLIENT),
  })
  for (const origin of origins) {
    await endServiceWorkers(origin)
    await openAgain(origin)
  }
}

/** A planted service worker answers in place of the server: before the rules in Chromium, without them in Firefox. */
async function endServiceWorkers(origin: string): Promise<void> {
  // Each browser refuses what the other one reads.
  const where: chrome.browsingData.RemovalOptions & { hostnames?: string[] } = CLIENT.startsWith('chrome-extension:')
    ? { origins: [origin] }
    : { hostnames: [new URL(origin).hostname] }
  await chrome.browsingData.remove(where, { serviceWorkers: true })
}

/** Pages of the server that are open, and their script, end. */
async function openAgain(origin: string): Promise<void> {
  for (const { id, url } of await chrome.tabs.query({ url: patternOf(origin) })) {
    if (id !== undefined && url?.startsWith(`${origin}/`)) await chrome.tabs.update(id, { url })
  }
}

/** Leads away from a page that the rules missed, as one of a service worker that was planted meanwhile. */
async function leadAway(tabId: number, address: string): Promise<void> {
  const service = (await readServices()).find(({ origin, isOn }) => isOn && isLed(address, origin))
  if (!service) return
  await endServiceWorkers(service.origin)
  await chrome.tabs.update(tabId, { url: `${CLIENT}?${address}` })
}

/** Without its permission a service opens at its server again, so its switch must say so. */
async function turnOffForbidden(): Promise<void> {
  for (const service of await readServices()) {
    const isAllowed = await chrome.permissions.contains({ origins: [patternOf(service.origin)] })
    if (service.isOn && !isAllowed) await keepService({ ...service, isOn: false })
  }
}

chrome.runtime.onInstalled.addListener(() => void applyRules())
chrome.storage.onChanged.addListener(() => void applyRules())
chrome.permissions.onRemoved.addListener(() => void turnOffForbidden())
chrome.tabs.onUpdated.addListener((tabId, { url }) => void (url === undefined ? undefined : leadAway(tabId, url)))
chrome.action.onClicked.addListener(({ url = '' }) => {
  const address = url.startsWith('http') ? `?add=${encodeURIComponent(url)}` : ''
  void chrome.tabs.create({ url: chrome.runtime.getURL(`services.html${address}`) })
})
