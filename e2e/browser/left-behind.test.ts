import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startBeforeAll, type Told } from '@countersign/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { expectHeading, useBrowser } from '../support/browser.ts'
import { startLyingSystem } from '../support/lying-core.ts'
import { createAccountOnPage, openBrowser } from '../support/person.ts'

const ASSETS = join(import.meta.dirname, '..', '..', 'services', 'web', 'dist', 'assets')
const FOR_A_YEAR = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Takes every page of the origin, and answers it itself. */
const SERVICE_WORKER = `
  self.addEventListener('install', () => self.skipWaiting())
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
  self.addEventListener('fetch', (event) => event.respondWith(
    new Response('<h1>Changed</h1>', { headers: { 'content-type': 'text/html' } })
  ))`

describe('leftovers of a changed server in a browser', () => {
  const lying = startBeforeAll(() => startLyingSystem())
  const browser = useBrowser()
  afterEach(() => {
    lying.proxy.lie = undefined
  })

  const open = async () => (await openBrowser(browser)).page
  const visited = (path: string) => lying.proxy.received.filter((each) => each.path === path)

  test.each([
    ['the vault worker', /^vault-worker-[^.]+\.js$/],
    ['a part that the worker imports', /^opaque-client-[^.]+\.js$/],
  ])(
    'never runs once the server is honest again, though the cache was to keep it for a year: %s',
    async (_of, file) => {
      const path = `/assets/${readdirSync(ASSETS).find((name) => file.test(name))}`
      const evil = `/stolen-by${path}`
      lying.proxy.lie = async (received, truth) => {
        const told = await truth()
        if (received.path !== path) return told
        const headers: Told['headers'] = { ...told.headers, ...FOR_A_YEAR }
        return { ...told, headers, body: `fetch(location.origin + ${JSON.stringify(evil)});${told.body}` }
      }
      const page = await open()
      await page.goto(`${lying.url}/sign-up`)
      await expectHeading(page, 'Create your account')
      const kept = (address: string) => fetch(address, { cache: 'force-cache' }).then((response) => response.text())
      await page.evaluate(kept, path)
      lying.proxy.lie = undefined
      expect(await page.evaluate(kept, path)).toContain(evil)

      await page.goto(`${lying.url}/sign-up`)
      await createAccountOnPage(page, { login: `ada.${file.source.length}`, password: 'violet kettle sleeps in orbit' })
      await expectHeading(page, 'Save your recovery key')
      expect(await page.evaluate(kept, path)).not.toContain(evil)
      expect(visited(evil)).toEqual([])
    },
  )

  test('end with the next visit to the honest server if they are service workers, at any address', async () => {
    const scripts = ['/sw.js', '/api/session/', '/oauth/authorize']
    lying.proxy.lie = async ({ path }, truth) => {
      const told = (type: string, body: string): Told => {
        return { status: 200, headers: { 'content-type': type, 'service-worker-allowed': '/' }, body }
      }
      if (scripts.includes(path)) return told('text/javascript', SERVICE_WORKER)
      return path === '/changed' ? told('text/html', '<h1>Changed</h1>') : truth()
    }
    // Each in a browser of its own, at once: browsers wait for seconds before they look for another script.
    const pages = await Promise.all(
      scripts.map(async (script) => {
        const page = await open()
        await page.goto(`${lying.url}/changed`)
        await page.evaluate(async (address) => {
          await navigator.serviceWorker.register(address, { scope: '/' })
          await navigator.serviceWorker.ready
        }, script)
        return page
      }),
    )
    lying.proxy.lie = undefined
    const answered = visited('/sign-in').length
    await Promise.all(
      pages.map(async (page) => {
        await page.goto(`${lying.url}/sign-in`)
        await expectHeading(page, 'Sign in')
        expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
      }),
    )
    expect(visited('/sign-in').length).toBeGreaterThanOrEqual(answered + scripts.length)
  })
})
