import type { Page } from 'playwright-core'

/** Of a page with the SDK that stays signed in: as if an hour had passed. */
export async function expireTokens(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const opened = indexedDB.open(name)
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const values = opened.result.transaction('values', 'readwrite').objectStore('values')
    const asked = values.get('session')
    await new Promise((resolve) => asked.addEventListener('success', resolve))
    const written = values.put({ ...asked.result, expiresAt: 0 }, 'session')
    await new Promise((resolve) => written.addEventListener('success', resolve))
    opened.result.close()
  })
}
