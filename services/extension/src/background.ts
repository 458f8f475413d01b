import { isLed, rulesFor } from './rules.ts'
import { readServices } from './services.ts'

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
  for (const origin of origins) await clearServer(origin)
}

/** Chromium asks a service worker before the rules, so one that the server has planted must go (Firefox: after them). */
async function clearServer(origin: string): Promise<void> {
  await chrome.browsingData?.remove({ origins: [origin] }, { serviceWorkers: true, cacheStorage: true, cache: true })
}

/** Leads away from a page that the rules missed: opened before them, or answered by a service worker. */
async function leadAway(tabId: number, address: string): Promise<void> {
  const service = (await readServices()).find(({ origin, isOn }) => isOn && isLed(address, origin))
  if (!service) return
  await clearServer(service.origin)
  await chrome.tabs.update(tabId, { url: `${CLIENT}?${address}` })
}

chrome.runtime.onInstalled.addListener(() => void applyRules())
chrome.storage.onChanged.addListener(() => void applyRules())
chrome.tabs.onUpdated.addListener((tabId, { url }) => void (url === undefined ? undefined : leadAway(tabId, url)))
chrome.action.onClicked.addListener(({ url = '' }) => {
  const address = url.startsWith('http') ? `?add=${encodeURIComponent(url)}` : ''
  void chrome.tabs.create({ url: chrome.runtime.getURL(`services.html${address}`) })
})
