import { originOf, parseAddress } from './address.ts'
import { patternsOf } from './permissions.ts'
import { rulesFor } from './rules.ts'
import { readServices, switchService } from './services.ts'

export const CLIENT = chrome.runtime.getURL('client.html')

/** How often, and how long, a page is given to leave. */
const LEAVING_TRIES = 20
const LEAVING_MS = 100
/** A frame that is kept busy does not say whose it is. */
const ANSWER_MS = 500

/** Gives the browser the rules of the services that are on. @throws Error if it refuses one; the old ones hold then */
export async function applyRules(): Promise<readonly string[]> {
  // One after the other: two at once would add the same rules.
  return navigator.locks.request('rules', async () => {
    const origins = (await readServices()).filter(({ isOn }) => isOn).map(({ origin }) => origin)
    const old = await chrome.declarativeNetRequest.getDynamicRules()
    await chrome.declarativeNetRequest.updateDynamicRules({
      removeRuleIds: old.map(({ id }) => id),
      addRules: rulesFor(origins, CLIENT),
    })
    return origins
  })
}

/** Switches a service on, and takes it over. It stays off where the browser refuses its rules. @throws Error */
export async function switchOn(origin: string): Promise<readonly number[]> {
  await switchService(origin, true)
  try {
    await applyRules()
  } catch (error) {
    await switchService(origin, false)
    throw error
  }
  return takeOver(origin)
}

/**
 * Leads the origin's open pages to the extension and ends its service workers; the rules let none begin again. Returns the
 * tabs in which script of the origin may still run: pages that stay, and frames in other sites' pages.
 */
export async function takeOver(origin: string): Promise<readonly number[]> {
  for (let left = LEAVING_TRIES; left > 0 && (await leadPages(origin)); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
  }
  await endServiceWorkers(origin)
  return findOpenTabs(origin)
}

/** Whether there were any. */
async function leadPages(origin: string): Promise<boolean> {
  const tabs = await chrome.tabs.query({ url: patternsOf(origin) })
  const pages = tabs.filter(({ url = '' }) => originOf(url) === origin)
  for (const { id, url = '' } of pages) {
    // A tab that closes meanwhile is not there.
    await chrome.tabs.update(id, { url: `${CLIENT}?${parseAddress(url)?.href}` }).catch(() => undefined)
  }
  return pages.length > 0
}

/** Addresses of documents that take their origin from another one. An extension's own page is not asked: it may answer late. */
const INHERITS = /^(?:$|about:|blob:|data:|filesystem:)/

async function findOpenTabs(origin: string): Promise<readonly number[]> {
  const tabs = await chrome.tabs.query({ discarded: false })
  const found = tabs.map(async ({ id = chrome.tabs.TAB_ID_NONE }) => {
    const frames = (await chrome.webNavigation.getAllFrames({ tabId: id })) ?? []
    const origins = await Promise.all(
      frames.map(async ({ frameId, url }) => (INHERITS.test(url) ? askFrame(id, frameId, origin) : originOf(url))),
    )
    return origins.includes(origin) ? [id] : []
  })
  return (await Promise.all(found)).flat()
}

/** The origin of a frame whose address has none of its own (`about:`, `blob:`). A frame that keeps silent counts as `suspected`. */
async function askFrame(tabId: number, frameId: number, suspected: string): Promise<string | undefined> {
  const asked = chrome.scripting.executeScript({
    target: { tabId, frameIds: [frameId] },
    injectImmediately: true,
    func: () => origin,
  })
  const silence = new Promise<string>((resolve) => setTimeout(() => resolve(suspected), ANSWER_MS))
  // Refused for other hosts.
  return Promise.race([
    asked.then(
      ([frame]) => frame?.result,
      () => undefined,
    ),
    silence,
  ])
}

/** In Chromium a service worker answers before the rules; in Firefox at components' addresses, without the policy. */
export async function endServiceWorkers(origin: string): Promise<void> {
  // Each browser refuses what the other one reads.
  const where: chrome.browsingData.RemovalOptions & { hostnames?: string[] } = CLIENT.startsWith('chrome-extension:')
    ? { origins: [origin] }
    : { hostnames: [new URL(origin).hostname] }
  await chrome.browsingData.remove(where, { serviceWorkers: true })
}
