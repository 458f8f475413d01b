import { isLed, originOf } from './address.ts'
import { isAllowed } from './permissions.ts'
import { findService, readServices, switchService } from './services.ts'
import { applyRules, takeOver } from './take-over.ts'

/*
 * Keeps the browser's rules in step with the services that the user has switched on, and opens the extension's page.
 */

async function apply(): Promise<void> {
  try {
    const origins = await applyRules()
    await chrome.action.setBadgeText({ text: '' })
    for (const origin of origins) await takeOver(origin)
  } catch (error) {
    // The extension's page says why.
    await chrome.action.setBadgeText({ text: '!' })
    throw error
  }
}

/** Leads away from a page that the rules missed: they are the browser's, and this is the net under them. */
async function leadAway(tabId: number, address: string): Promise<void> {
  const service = await findService(originOf(address))
  if (!service?.isOn || !isLed(address, service.origin)) return
  await takeOver(service.origin)
  // A tab that has left or closed meanwhile stays as it is.
  const { url = '' } = await chrome.tabs.get(tabId).catch(() => ({ url: '' }))
  if (isLed(url, service.origin)) await chrome.tabs.remove(tabId)
}

/** Without its permissions a service opens at its server again, so its switch must say so. */
async function turnOffForbidden(): Promise<void> {
  for (const { origin, isOn } of await readServices()) {
    if (isOn && !(await isAllowed(origin))) await switchService(origin, false)
  }
}

chrome.runtime.onInstalled.addListener(() => void apply())
chrome.runtime.onStartup.addListener(() => void apply())
chrome.storage.onChanged.addListener(() => void apply())
chrome.permissions.onRemoved.addListener(() => void turnOffForbidden())
chrome.tabs.onUpdated.addListener((tabId, { url }) => void (url === undefined ? undefined : leadAway(tabId, url)))
chrome.action.onClicked.addListener(({ url = '' }) => {
  const address = url.startsWith('http') ? `?add=${encodeURIComponent(url)}` : ''
  void chrome.tabs.create({ url: chrome.runtime.getURL(`services.html${address}`) })
})
