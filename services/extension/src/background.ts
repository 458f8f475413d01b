import { isAllowed, patternOf } from './permissions.ts'
import { isLed, rulesFor } from './rules.ts'
import { keepService, readServices } from './services.ts'

/*
 * Keeps the browser's rules in step with the services that the user has switched on, and opens the extension's page.
 */

const CLIENT = chrome.runtime.getURL('client.html')
/** How often, and how long, a page is given to leave. */
const LEAVING_TRIES = 20
const LEAVING_MS = 100

let applied: Promise<void> = Promise.resolve()

/** One after the other: two at once would add the same rules. */
function applyInTurn(): void {
  applied = applied.then(applyRules, applyRules)
}

async function applyRules(): Promise<void> {
  const origins = (await readServices()).filter(({ isOn }) => isOn).map(({ origin }) => origin)
  const old = await chrome.declarativeNetRequest.getDynamicRules()
  await chrome.declarativeNetRequest.updateDynamicRules({
    removeRuleIds: old.map(({ id }) => id),
    addRules: rulesFor(origins, CLIENT),
  })
  for (const origin of origins) await takeOver(origin)
}

/** Ends what a server has left in the browser: first its open pages, whose script could plant a service worker again. */
async function takeOver(origin: string): Promise<void> {
  for (let left = LEAVING_TRIES; left > 0; left -= 1) {
    const open = (await chrome.tabs.query({ url: patternOf(origin) })).filter(({ url }) =>
      url?.startsWith(`${origin}/`),
    )
    if (open.length === 0) break
    for (const { id, url } of open) if (id !== undefined) await chrome.tabs.update(id, { url: `${CLIENT}?${url}` })
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  }
  await endServiceWorkers(origin)
}

/** In Chromium a service worker answers before the rules; in Firefox at components' addresses, without the policy. */
async function endServiceWorkers(origin: string): Promise<void> {
  // Each browser refuses what the other one reads.
  const where: chrome.browsingData.RemovalOptions & { hostnames?: string[] } = CLIENT.startsWith('chrome-extension:')
    ? { origins: [origin] }
    : { hostnames: [new URL(origin).hostname] }
  await chrome.browsingData.remove(where, { serviceWorkers: true })
}

/** Leads away from a page that the rules missed: they are the browser's, and this is the net under them. */
async function leadAway(address: string): Promise<void> {
  const service = (await readServices()).find(({ origin, isOn }) => isOn && isLed(address, origin))
  if (service) await takeOver(service.origin)
}

/** Without its permissions a service opens at its server again, so its switch must say so. */
async function turnOffForbidden(): Promise<void> {
  for (const service of await readServices()) {
    if (service.isOn && !(await isAllowed(service.origin))) await keepService({ ...service, isOn: false })
  }
}

chrome.runtime.onInstalled.addListener(applyInTurn)
chrome.storage.onChanged.addListener(applyInTurn)
chrome.permissions.onRemoved.addListener(() => void turnOffForbidden())
chrome.tabs.onUpdated.addListener((_tabId, { url }) => void (url === undefined ? undefined : leadAway(url)))
chrome.action.onClicked.addListener(({ url = '' }) => {
  const address = url.startsWith('http') ? `?add=${encodeURIComponent(url)}` : ''
  void chrome.tabs.create({ url: chrome.runtime.getURL(`services.html${address}`) })
})
