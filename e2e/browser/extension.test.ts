import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_HOST, APP_REDIRECT_URI } from '../support/app-page.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { confirmService, describeExtended, findService } from '../support/browsers/extended.ts'
import type { ExtendedDriver } from '../support/browsers/extension.ts'
import { approveFirst, fill, lookAt, press, readText, valueOf, waitFor } from '../support/browsers/steps.ts'
import { hostileServer, ranSince, withConfig } from '../support/hostile-server.ts'
import { startLyingSystem } from '../support/lying-core.ts'

const ENDS = {
  chromium: { title: 'it is switched off', how: pressSwitch },
  // In Chromium only the user can do that.
  firefox: { title: 'its permission is taken away', how: removePermission },
} as const

/** Pages of the service, one that it lacks, and one that a server would plant. */
const LED = ['/', '/consent?auth_request_id=1&prompt=none', '/device', '/logout#asked', '/grants', '/console', '/sw.js']

describe('the client as an extension', () => {
  const lying = startBeforeAll(() => startLyingSystem())
  let app: AskingApp

  beforeAll(async () => {
    app = await registerApp(lying.system, { name: 'Wildflower Books', scopes: { openid: {}, profile: {} } })
  })

  // In one browser, one after the other: it remembers.
  describeExtended('at a service whose every page and script is hostile,', ({ name, launch }) => {
    const end = ENDS[name]
    let driver: ExtendedDriver
    /** Calls of the time before the service was added. */
    let before = 0

    beforeAll(async () => {
      lying.proxy.lie = hostileServer
      driver = await launch()
    })
    afterAll(async () => {
      lying.proxy.lie = undefined
      await driver?.close()
    })

    const ran = () => ranSince(lying.proxy.received, before)

    test('opens in place of every page, and ends the worker and the script that the server had planted', async () => {
      // First without the extension, which shows that the script would run.
      await expect
        .poll(async () => {
          await driver.open(lying.url)
          await expect.poll(() => readText(driver, 'h1')).toBe('Hostile')
          return [...new Set(ran())].toSorted()
        })
        .toEqual(['page', 'planted', 'script'])

      // A second tab stays there, with its script.
      await driver.evaluate(() => void open(location.href))
      await driver.open(`${driver.base}services.html`)
      await lookAt(driver, `${name}-extension-add`)
      await findService(driver, `${lying.url}/apps`)
      await lookAt(driver, `${name}-extension-confirm`)
      await confirmService(driver)
      await expect.poll(() => readText(driver, 'main')).toContain('now opens in this extension')
      await expect.poll(() => readText(driver, '.identity')).toMatch(/\b[\da-f]{64}\b/)
      await lookAt(driver, `${name}-extension-services`)
      // The other tab is in the extension now; in its shade no passkey would be asked for.
      await expect.poll(() => driver.evaluate(closeOtherClient)).toBe(true)
      await expect.poll(() => isLedAway('/')).toBe(true)
      before = lying.proxy.received.length
      for (const path of LED) {
        expect([path, await isLedAway(path)]).toEqual([path, true])
        expect(await readText(driver, 'h1')).not.toBe('')
      }
      const asked = lying.proxy.received.slice(before).map(({ path }) => path)
      expect(new Set(asked.filter((path) => !path.startsWith('/api/')))).toEqual(new Set(['/page-config.json']))
    })

    /** Whether a visit to a path of the service ends in the extension, at the same address. */
    async function isLedAway(path: string): Promise<boolean> {
      await driver.open(lying.url + path)
      await expect.poll(() => readText(driver, 'h1')).not.toBe('')
      return (await driver.evaluate(() => location.href)) === `${driver.base}client.html?${lying.url}${path}`
    }

    test("shows the server's own documents at a component's address without running their script", async () => {
      await driver.open(`${lying.url}/oauth/hostile`)
      expect(await readText(driver, 'h1')).toBe('Hostile')
      const workers = await driver.evaluate(async () => {
        const asked = navigator.serviceWorker.register('/hostile/sw.js', { scope: '/' })
        await asked.catch(() => undefined)
        return (await navigator.serviceWorker.getRegistrations()).length
      })
      expect([ran(), workers]).toEqual([[], 0])
    })

    test("runs none of the server's script within a page of another site either", async () => {
      await driver.open(APP_REDIRECT_URI)
      for (const [tag, attribute] of [
        ['iframe', 'src'],
        ['object', 'data'],
        ['embed', 'src'],
      ] as const) {
        await driver.evaluate(embed, tag, attribute, `${lying.url}/oauth/hostile?${tag}`)
        const isAsked = () => lying.proxy.received.some(({ path }) => path === `/oauth/hostile?${tag}`)
        await expect.poll(isAsked).toBe(true)
      }
      expect(ran()).toEqual([])
    })

    test("leads away from the server's page where the browser's rules fail", async () => {
      await driver.open(`${driver.base}services.html`)
      await driver.evaluate(removeRules)
      await driver.open(`${lying.url}/apps`)
      await expect.poll(() => driver.evaluate(() => location.href)).toBe(`${driver.base}client.html?${lying.url}/apps`)
      await driver.open(`${driver.base}services.html`)
      await driver.evaluate(touchServices)
      await expect.poll(() => isLedAway('/')).toBe(true)
      before = lying.proxy.received.length
    })

    test('signs up by passkey for an app, leads back there, and opens the vault by the same passkey', async () => {
      const flow = await app.begin()
      await driver.open(flow.url)
      await fill(driver, 'Your name', 'Ada Lovelace')
      await press(driver, 'button', 'Create a passkey')
      await expect.poll(() => valueOf(driver, 'Full name')).toBe('Ada Lovelace')
      await lookAt(driver, `${name}-extension-consent`)
      await approveFirst(driver)
      const address = await driver.evaluate(() => location.href)
      expect((await flow.finish({ url: () => address })).claims).toMatchObject({ name: 'Ada Lovelace' })

      await driver.open(`${lying.url}/sign-in`)
      await press(driver, 'button', 'Sign in with a passkey')
      await waitFor(driver, 'heading', 'Your vault')
      await lookAt(driver, `${name}-extension-vault`)
      expect(ran()).toEqual([])
    })

    test('posts a form_post answer in place of the provider, and asks before one that a link begins', async () => {
      const silent = new URL((await app.begin()).url)
      for (const [parameter, value] of Object.entries({ scope: 'openid', prompt: 'none', response_mode: 'form_post' }))
        silent.searchParams.set(parameter, value)
      await driver.open(silent.href)
      await expect.poll(() => readText(driver, 'h1')).toBe('The app')
      const query = new URLSearchParams({ redirect_uri: APP_REDIRECT_URI, code: 'x', state: '1' })
      await driver.open(`${lying.url}/oauth/form-post?${query}`)
      await press(driver, 'button', `Continue to ${APP_HOST}`)
      await expect.poll(() => readText(driver, 'h1')).toBe('The app')
    })

    test('is another device than the page, by name', async () => {
      await driver.open(`${lying.url}/sign-in`)
      await press(driver, 'button', 'Sign in with a passkey')
      await press(driver, 'link', 'Devices')
      await expect.poll(() => readText(driver, 'main')).toMatch(/ extension on Linux\n.*\nThis device/s)
      await lookAt(driver, `${name}-extension-devices`)
    })

    test('asks first when the service names another core, and keeps what was confirmed', async () => {
      lying.proxy.lie = withConfig(hostileServer, { core_url: 'https://evil.example' })
      await driver.open(`${lying.url}/apps`)
      await waitFor(driver, 'heading', 'Countersign has changed')
      expect(await readText(driver, 'main')).toContain('https://evil.example')
      await lookAt(driver, `${name}-extension-changed`)
      await press(driver, 'button', 'Keep what I confirmed')
      // It asks once.
      await press(driver, 'button', 'Sign in with a passkey')
      // The core that was confirmed opens the vault.
      await waitFor(driver, 'heading', 'Connected apps')
      expect(await isLedAway('/apps')).toBe(true)
      lying.proxy.lie = hostileServer
    })

    test('opens without the server, and says that it does not answer', async () => {
      lying.proxy.lie = async () => 'lost'
      expect(await isLedAway('/sign-in')).toBe(true)
      await press(driver, 'button', 'Sign in with a passkey')
      await expect.poll(() => readText(driver, '[role=alert]')).toMatch(/connection/i)
      lying.proxy.lie = hostileServer
    })

    test('opens in no frame of another site, which can read none of its other files either', async () => {
      await driver.open(`${lying.url}/oauth/hostile`)
      const since = lying.proxy.received.length
      const outcome = await driver.evaluate(frameAndRead, driver.base, lying.url)
      const asked = lying.proxy.received.slice(since).map(({ path }) => path)
      // A client that opens asks for this first.
      expect([outcome, asked]).toEqual(['refused', expect.not.arrayContaining(['/page-config.json'])])
    })

    test('opens no service that was not added, though any site can lead to its address', async () => {
      const addresses = [`blob:${lying.url}/1`, 'https://localhost@evil.example/', 'https://evil.example/consent']
      const shown: (string | undefined)[] = []
      for (const address of addresses) {
        await driver.open(`${driver.base}client.html?${address}`)
        await waitFor(driver, 'button', 'Continue')
        shown.push(await valueOf(driver, 'Address'))
      }
      expect(shown).toEqual(['', 'https://evil.example', 'https://evil.example'])
    })

    test(`leaves the page to the server once ${end.title}, and its switch says so`, async () => {
      await driver.open(`${driver.base}services.html`)
      await expect.poll(() => driver.evaluate(end.how)).toBe(true)
      // This button is there as long as the service is on.
      await expect
        .poll(async () => {
          await driver.open(`${driver.base}services.html`)
          await waitFor(driver, 'button', 'Remove Countersign')
          return readText(driver, 'main')
        })
        .not.toMatch(/^Open$/m)
      await driver.open(lying.url)
      await expect.poll(() => readText(driver, 'h1')).toBe('Hostile')
    })
  })
})

async function closeOtherClient(): Promise<boolean> {
  const tabs = await chrome.tabs.query({})
  const other = tabs.find(({ url }) => url?.includes('/client.html?'))
  if (other?.id === undefined) return false
  await chrome.tabs.remove(other.id)
  return true
}

async function removeRules(): Promise<void> {
  const rules = await chrome.declarativeNetRequest.getDynamicRules()
  await chrome.declarativeNetRequest.updateDynamicRules({ removeRuleIds: rules.map(({ id }) => id) })
}

/** Has the extension apply its rules again. */
async function touchServices(): Promise<void> {
  await chrome.storage.local.set({ touched: true })
}

/** Waits until it has loaded, when its script would have run. */
async function embed(tag: string, attribute: string, address: string): Promise<void> {
  const element = document.createElement(tag)
  const loaded = new Promise((resolve) => element.addEventListener('load', resolve))
  element.setAttribute(attribute, address)
  document.body.append(element)
  await loaded
}

/** In a page of another site: shows the client in a frame for a second, and tries to read the page of the services. */
async function frameAndRead(base: string, url: string): Promise<string> {
  const frame = document.createElement('iframe')
  frame.src = `${base}client.html?${url}/`
  document.body.append(frame)
  // Nothing tells that a frame stays empty.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return fetch(`${base}services.html`, { mode: 'no-cors' }).then(
    () => 'read',
    () => 'refused',
  )
}

async function pressSwitch(): Promise<boolean> {
  const found = document.querySelector<HTMLElement>('.switch')
  const stored = Promise.withResolvers<boolean>()
  chrome.storage.onChanged.addListener(() => stored.resolve(true))
  found?.click()
  return found !== null && stored.promise
}

async function removePermission(): Promise<boolean> {
  return chrome.permissions.remove({ origins: ['http://localhost/*'] })
}
