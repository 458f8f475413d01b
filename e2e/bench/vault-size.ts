import type { Page } from 'playwright-core'
import { deviceIn } from '../support/device.ts'
import { measureOften, type Timing } from './timing.ts'

/** How long a vault with so many entries takes to open in this page, its key derivation and every check included. */
export async function measureOpening(
  page: Page,
  url: string,
  { items, times, recoveryKey }: { items: number; times: number; recoveryKey: string },
): Promise<Timing> {
  // A page that starts no worker of its own: there is one for each page.
  await page.goto(`${url}/recovery`)
  await page.locator('h1').waitFor()
  const device = await deviceIn(page, { consentUrl: url, coreUrl: url, providerUrl: url })
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
