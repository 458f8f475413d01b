import { startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmService, describeExtended, findService } from '../support/browsers/extended.ts'
import type { ExtendedDriver } from '../support/browsers/extension.ts'
import { readText, valueOf, waitFor } from '../support/browsers/steps.ts'
import { startHostileService } from '../support/hostile-service.ts'

const SCRIPT = `fetch('/ran', { method: 'POST' }); navigator.serviceWorker.register('/sw.js')`
const PAGE = `<!doctype html><html lang="en"><title>Hostile</title><h1>Hostile</h1><script>${SCRIPT}</script></html>`

/** In the look of the service, at the address of a component, and without script. */
const FORM = `<!doctype html><html lang="en"><title>Form</title><style>h1 { color: rgb(1, 2, 3) }</style>
<h1 style="font-size: 77px">Unlock your vault</h1>
<form method="post" action="/oauth/taken"><label>Password <input name="password" type="password"></label><button>Unlock</button></form>
<form><input formaction="/oauth/taken" formmethod="post" type="submit" value="Other"></form>
<script>document.forms[0].submit()</script></html>`

/** Ways to write an address of the service (URL Standard §4.4); `$` is its port. */
const SPELLINGS = [
  'http://x@localhost:$',
  'http://@localhost:$',
  'http://:@localhost:$',
  'http://x:y@localhost:$',
  'http://:y@localhost:$',
  'http://%2F%40%3a@localhost:$',
  'http://evil.example%2F@localhost:$',
  'http://a@b@localhost:$',
  'http://x@localhost:0$',
  'HTTP://LOCALHOST:$',
  'http://l%6fcalhost:$',
  'http://ｌｏｃａｌｈｏｓｔ:$',
  'http:\\\\x@localhost:$',
  'http:/\t/local\nhost:$',
  'http:////x@localhost:$',
]

const CHANGE_PASSWORD = '/.well-known/change-password'

describe('addresses in the extension', () => {
  const service = startBeforeAll(() =>
    startHostileService(({ path }, response) => {
      if (path.startsWith('/oauth/to?')) response.writeHead(302, { location: decodeURIComponent(path.slice(10)) }).end()
      else if (path === CHANGE_PASSWORD) response.writeHead(302, { location: '/methods#password' }).end()
      // Chromium asks for one that must not exist, before it believes in that one.
      else if (path.startsWith('/.well-known/')) response.writeHead(404).end()
      else if (path.startsWith('/oauth/')) response.end(FORM)
      else response.end(path.startsWith('/sw.js') ? '' : PAGE)
    }),
  )

  describeExtended('at a service that redirects to itself in other words,', ({ name, launch }) => {
    let driver: ExtendedDriver
    let port = ''

    beforeAll(async () => {
      driver = await launch()
      port = new URL(service.origin).port
    })
    afterAll(() => driver?.close())

    test('is added by its address, which the user compares; keys are behind "How this works"', async () => {
      await findService(driver, `http://localhost@localhost:${port}/sign-in`)
      const shown = await readText(driver, 'main')
      expect(shown).toContain(service.origin)
      expect(shown).not.toContain('kkk')
      await confirmService(driver)
      await expect.poll(() => readText(driver, 'main')).toContain('now opens in this extension')
    })

    const ran = () => service.asked.filter((each) => /^POST|\/sw\.js/.test(each))
    const here = () => driver.evaluate(() => location.href)
    const clientAt = (path: string) => `${driver.base}client.html?${service.origin}${path}`

    test.each(SPELLINGS)('%j is led away, also by a redirect of the server, and runs nothing', async (spelling) => {
      const address = `${spelling.replace('$', port)}/consent?a=1`
      for (const way of [address, `${service.origin}/oauth/to?${encodeURIComponent(new URL(address).href)}`]) {
        await driver.open(way)
        await expect.poll(here).toBe(clientAt('/consent?a=1'))
      }
      expect(ran()).toEqual([])
    })

    test('a password manager’s way to the form ends in the client too, at the form', async () => {
      await driver.open(service.origin + CHANGE_PASSWORD)
      await expect.poll(here).toBe(clientAt('/methods#password'))
    })

    test('a page that the rules missed is led away at any spelling', async () => {
      await driver.open(`${driver.base}services.html`)
      await driver.evaluate(async () => {
        const rules = await chrome.declarativeNetRequest.getDynamicRules()
        await chrome.declarativeNetRequest.updateDynamicRules({ removeRuleIds: rules.map(({ id }) => id) })
      })
      await driver.open(`http://x@localhost:${port}/apps`)
      await expect.poll(here).toBe(clientAt('/apps'))
      await driver.open(`${driver.base}services.html`)
      await driver.evaluate(() => chrome.storage.local.set({ touched: true }))
      await expect.poll(() => driver.evaluate(() => chrome.declarativeNetRequest.getDynamicRules())).not.toEqual([])
      service.asked.length = 0
    })

    test('a dot behind the host is another origin, for which the browser asks for no passkey of the service', async () => {
      await driver.open(`http://localhost.:${port}/apps`)
      const asked = await driver.evaluate(async () => {
        const publicKey = { challenge: new Uint8Array(32), rpId: 'localhost' }
        const answer = await navigator.credentials?.get({ publicKey }).catch((error: Error) => error.name)
        return [origin, answer ?? 'no passkeys']
      })
      expect(asked).toEqual([`http://localhost.:${port}`, expect.stringMatching(/SecurityError|no passkeys/)])
    })

    test('a component’s document has neither form nor style nor script of the server', async () => {
      for (const path of ['/oauth/authorize', '/api/x', '/health', '/oauth/form-post/x']) {
        service.asked.length = 0
        await driver.open(service.origin + path)
        const look = await driver.evaluate(() => {
          const { color, fontSize } = getComputedStyle(document.querySelector('h1') ?? document.body)
          for (const button of document.querySelectorAll<HTMLElement>('button, [type=submit]')) button.click()
          return [color, fontSize]
        })
        expect([path, look]).toEqual([
          path,
          [expect.not.stringContaining('1, 2, 3'), expect.not.stringContaining('77')],
        ])
        // An answer to a form would have replaced it.
        await driver.evaluate(() => fetch('/oauth/last').catch(() => undefined))
        expect([path, await readText(driver, 'h1'), ran()]).toEqual([path, expect.any(String), []])
      }
    })

    test('a service opens over https alone, before anyone on the network can answer', async () => {
      await driver.open(`${driver.base}services.html`)
      await driver.evaluate(async () => {
        const { services } = await chrome.storage.local.get('services')
        await chrome.storage.local.set({ services: [...services, { ...services[0], origin: 'https://id.example' }] })
      })
      await expect
        .poll(() => driver.evaluate(async () => JSON.stringify(await chrome.declarativeNetRequest.getDynamicRules())))
        .toContain('id\\\\.example')
      await driver.open('http://x@id.example/apps')
      await expect.poll(here).toBe(`${driver.base}client.html?https://id.example/apps`)
    })

    test('the operator’s colours hide no button, and its links say whose they are', async () => {
      await driver.open(`${service.origin}/sign-in`)
      await waitFor(driver, 'button', 'Sign in with a passkey')
      expect(await readText(driver, 'footer')).toContain('Unlock your vault (the operator’s link to evil.example)')
      const [text, ground] = await driver.evaluate(() => {
        const button = document.querySelector('.button.primary')
        const { color, backgroundColor } = button ? getComputedStyle(button) : { color: '', backgroundColor: '' }
        return [color, backgroundColor]
      })
      expect(text).not.toBe(ground)
    })

    // Firefox has no such limit.
    test.runIf(name === 'chromium')('rules that the browser refuses are told, and the former ones hold', async () => {
      await driver.open(`${driver.base}services.html`)
      const origin = `https://${'a.'.repeat(100)}example`
      await driver.evaluate(async (other) => {
        const { services } = await chrome.storage.local.get('services')
        await chrome.storage.local.set({ services: [...services, { ...services[0], origin: other }] })
      }, origin)
      await driver.open(`${driver.base}services.html`)
      await expect.poll(() => readText(driver, 'main')).toContain('Your browser refused this extension’s rules')
      await driver.open(`${service.origin}/consent`)
      await expect.poll(here).toBe(clientAt('/consent'))
    })

    test('a link with a name before the service’s host opens the service, without that name', async () => {
      await driver.open(`${driver.base}client.html?http://x:y@localhost:${port}/sign-in`)
      await waitFor(driver, 'button', 'Sign in with a passkey')
      expect(await valueOf(driver, 'Address')).toBeUndefined()
    })
  })
})
