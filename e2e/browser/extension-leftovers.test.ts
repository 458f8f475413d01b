import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmService, describeExtended, findService } from '../support/browsers/extended.ts'
import type { ExtendedDriver } from '../support/browsers/extension.ts'
import { lookAt, press, readText, waitFor } from '../support/browsers/steps.ts'
import { startHostileService } from '../support/hostile-service.ts'

/** Registers service workers without end, so that ending one is not enough. */
const PLANTING = `setInterval(() => navigator.serviceWorker.register('/sw.js?' + Math.random(), { scope: '/' }).then(
  () => fetch('/registered', { method: 'POST' }), () => undefined), 250)`

const page = (script: string): string =>
  `<!doctype html><html lang="en"><title>Hostile</title><h1>Hostile</h1><script>${script}</script></html>`

const PLANTED = page('').replace('<h1>Hostile', '<h1>Planted')

const WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate')
    event.respondWith(new Response(${JSON.stringify(PLANTED)}, { headers: { 'content-type': 'text/html' } }))
})`

/** Pages of the service that hold on, each in a way of its own. */
const PAGES: Readonly<Record<string, string>> = {
  '/frame': page(PLANTING),
  '/stays': page(`${PLANTING}; addEventListener('beforeunload', (event) => event.preventDefault())`),
  '/opens': page(`addEventListener('click', () => open('about:blank').eval(${JSON.stringify(PLANTING)}))`),
}

describe('leftovers of a service from before the extension', () => {
  const service = startBeforeAll(() =>
    startHostileService(({ path }, response) => {
      response.end(path.startsWith('/sw.js') ? WORKER : (PAGES[path] ?? page('')))
    }),
  )
  /** Another port of the host: the same site, whose frames share storage and workers with the service's pages. */
  const neighbour = startBeforeAll(() =>
    startHostileService(({ path }, response) => {
      const frames: Readonly<Record<string, string>> = {
        '/frame': `<iframe src="${service.origin}/frame"></iframe>`,
        '/blob': `<iframe src="${service.origin}/inner"></iframe>`,
      }
      response.end(
        `<!doctype html><html lang="en"><title>Neighbour</title><h1>Neighbour</h1>${frames[path] ?? ''}</html>`,
      )
    }),
  )

  describeExtended('at a service that plants service workers without end,', ({ name, launch }) => {
    let driver: ExtendedDriver
    let attempts = 0
    beforeAll(async () => {
      driver = await launch()
    })
    afterAll(() => driver?.close())

    /** In a new browser from the second on: Chromium 156 itself crashes here now and then (SIGSEGV). */
    async function beginAttempt(): Promise<void> {
      attempts += 1
      if (attempts === 1) return
      await driver.close().catch(() => undefined)
      driver = await launch()
    }

    const registered = () => service.asked.filter((each) => each === 'POST /registered').length
    const shown = () => readText(driver, 'main')

    test('a frame in another site and a page without an address hold the service back until closed', {
      retry: 2,
    }, async () => {
      await beginAttempt()
      const planted = registered()
      const frame = await driver.openTab()
      await frame.open(`${neighbour.origin}/frame`)
      const opener = await driver.openTab()
      await opener.open(`${service.origin}/opens`)
      await opener.click({ x: 100, y: 100 })
      await expect.poll(registered).toBeGreaterThan(planted + 2)

      await findService(driver, service.origin)
      await confirmService(driver)
      await waitFor(driver, 'button', 'Close those tabs')
      expect(await shown()).toContain('Not finished')
      expect(await shown()).not.toContain('now opens in this extension')
      await lookAt(driver, `${name}-extension-leftovers`)

      // Leftovers register nothing any more.
      await expect.poll(() => readText(frame, 'h1')).toBe('Neighbour')
      const before = registered()
      await driver.open(`${service.origin}/apps`)
      await expect.poll(() => driver.evaluate(() => location.href)).toContain(driver.base)
      expect(registered()).toBe(before)

      await driver.open(`${driver.base}services.html`)
      await press(driver, 'button', 'Close those tabs')
      await expect.poll(shown).not.toContain('Not finished')
      expect(await driver.evaluate(async () => (await chrome.tabs.query({})).length)).toBeLessThanOrEqual(2)
    })

    test.runIf(name === 'chromium')('a page that keeps the user is named until the user lets it go', async () => {
      await driver.open(`${driver.base}services.html`)
      await press(driver, 'button', 'Remove Countersign')
      await press(driver, 'button', 'Remove')
      const rules = () => driver.evaluate(async () => (await chrome.declarativeNetRequest.getDynamicRules()).length)
      await expect.poll(rules).toBe(0)
      const staying = await driver.openTab()
      await staying.open(`${service.origin}/stays`)
      // A browser asks only where the user has touched the page.
      const touch = async (): Promise<boolean> => {
        await staying.click({ x: 100, y: 100 })
        return staying.evaluate(() => navigator.userActivation.hasBeenActive)
      }
      await expect.poll(touch).toBe(true)
      await findService(driver, service.origin)
      await confirmService(driver)
      await expect.poll(shown).toContain('Not finished')
      await driver.open(`${service.origin}/apps`)
      await expect.poll(() => driver.evaluate(() => location.href)).toContain(driver.base)
    })
  })
})
