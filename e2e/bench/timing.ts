import type { Page } from 'playwright-core'
import { deviceIn } from '../support/device.ts'

export type Timing = { readonly medianMs: number; readonly slowestMs: number }

export async function measureOften(times: number, measure: () => Promise<number>): Promise<Timing> {
  const all: number[] = []
  for (let round = 0; round < times; round += 1) all.push(await measure())
  const sorted = all.toSorted((left, right) => left - right)
  return {
    medianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowestMs: Math.round(sorted.at(-1) ?? 0),
  }
}

/** Presses a button and returns the milliseconds, by the page's clock, until this heading shows. */
export async function timeUntilHeading(page: Page, button: string, heading: string): Promise<number> {
  return page.evaluate(
    ([label, title]) =>
      new Promise<number>((resolve, reject) => {
        const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
        if (!found) return reject(new Error(`There is no button "${label}".`))
        const start = performance.now()
        const look = () => {
          if (document.querySelector('h1')?.textContent !== title) return
          observer.disconnect()
          resolve(performance.now() - start)
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        found.click()
      }),
    [button, heading] as const,
  )
}

/** Opens an address and returns the milliseconds until a button can be pressed. */
export async function timeUntilUsable(page: Page, url: string, button: string): Promise<number> {
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    (label) =>
      [...document.querySelectorAll('button')].some(({ textContent, disabled }) => textContent === label && !disabled),
    button,
    { polling: 'raf' },
  )
  return performance.now() - start
}

/** Times opening a vault of this size in the page, with key derivation and all checks. */
export async function measureOpening(
  page: Page,
  url: string,
  { items, times, recoveryKey }: { items: number; times: number; recoveryKey: string },
): Promise<Timing> {
  // The recovery page starts no worker; a page has only one.
  await page.goto(`${url}/recovery`)
  await page.locator('h1').waitFor()
  const device = await deviceIn(page, { webUrl: url, coreUrl: url, providerUrl: url })
  const { claims, userId } = await device.signInByPasskey()
  const put = Array.from({ length: items - claims.length }, (_, index) => ({
    name: 'phone',
    value: `+44 20 7946 ${String(index).padStart(4, '0')}`,
  }))
  await device.call('saveItems', { put, remove: [] })
  const { text } = await device.call('exportSealed', {})
  return measureOften(times, () => page.evaluate(openOnce, [text, recoveryKey, userId] as const))
}

async function openOnce([text, recoveryKey, userId]: readonly [string, string, string]): Promise<number> {
  const { deriveRecovery, openVault, parseRecoveryKey } = window.inPage
  const { root } = await deriveRecovery(await parseRecoveryKey(recoveryKey))
  const snapshot: unknown = JSON.parse(text).vault
  const start = performance.now()
  await openVault({ snapshot, userId, method: { type: 'recovery', root } })
  return performance.now() - start
}
