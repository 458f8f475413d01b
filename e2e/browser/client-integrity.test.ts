import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BROWSERS } from 'countersign/browsers'
import { describe, expect, test } from 'vitest'
import { expectHeading, useBrowser } from '../support/browser.ts'
import { launchChromium } from '../support/browsers/driver.ts'
import { isFirefoxHere, launchFirefox } from '../support/browsers/firefox.ts'
import { openBrowser } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

declare global {
  interface Window {
    /** Set by a changed file, if it runs. */
    changed?: boolean
  }
}

describe('a file of the client that was changed in transit', () => {
  const system = useSystem()
  const browser = useBrowser()

  /** A person's browser, for which each file of this name has one statement more. */
  async function open(pattern: RegExp) {
    const { page, problems } = await openBrowser(browser)
    const changed: string[] = []
    await page.route(pattern, async (route) => {
      const response = await route.fetch()
      changed.push(new URL(response.url()).pathname)
      await route.fulfill({ response, body: `${await response.text()}\n;window.changed = true` })
    })
    await page.goto(`${system.webUrl}/sign-in`)
    return { page, problems, changed }
  }

  test.each([
    ['the script of the page', /\/assets\/index-.*\.js$/],
    ['its texts', /\/assets\/entry-.*\.js$/],
  ])('does not run, and the document says that something is missing: %s', async (_case, pattern) => {
    const { page, problems, changed } = await open(pattern)
    await expect.poll(() => problems.join()).toMatch(/integrity/i)
    expect(changed).toHaveLength(1)
    expect(await page.evaluate(() => window.changed)).toBeUndefined()
    expect(await page.locator('h1').count()).toBe(0)
    // Skips the wait that slow connections are given.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    await page.getByRole('alert').getByRole('link').waitFor()
  })

  test.each([
    ['a page', /\/assets\/sign-up-page-.*\.js$/],
    ['an import of a page', /\/assets\/form-actions-.*\.js$/],
  ])('does not run where it is %s that is loaded later, and its reader is told', async (_case, pattern) => {
    const { page, changed } = await open(pattern)
    await page.getByRole('link', { name: 'Create one' }).click()
    await expectHeading(page, 'We couldn’t load this page')
    expect(changed).toHaveLength(1)
    expect(await page.evaluate(() => window.changed)).toBeUndefined()
  })

  test('changes no look where it is the stylesheet', async () => {
    const { page, problems } = await open(/\/assets\/style-.*\.css$/)
    await expectHeading(page, 'Sign in')
    expect(problems.join()).toMatch(/integrity/i)
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(0)
  })

  test('is not imported where the page does not name its hash', async () => {
    const { page } = await open(/nothing/)
    await expectHeading(page, 'Sign in')
    const [named = ''] = /\/assets\/sign-up-page-[^"]+/.exec(await page.content()) ?? []
    // As text: vitest rewrites the imports that it sees.
    const attempt = (path: string) => page.evaluate(`import('${path}').then(() => 'loaded', () => 'refused')`)
    const imported = [await attempt(named), await attempt(`${named}?other`)]
    expect(imported).toEqual(['loaded', 'refused'])
  })
})

describe('verify-client asks with the headers, in their order, of', () => {
  const system = useSystem()
  const isFirefoxRun = isFirefoxHere && (process.env['BROWSERS'] ?? '').includes('firefox')

  for (const { name, launch, isRun } of [
    { name: 'Chrome on Windows', launch: launchChromium, isRun: true },
    { name: 'Firefox', launch: launchFirefox, isRun: isFirefoxRun },
  ]) {
    test.runIf(isRun)(`${name}${isRun ? '' : ' (npm run test:all, where it is installed)'}`, async () => {
      const recorder = await startRecorder(system.webUrl)
      const driver = await launch()
      await driver.open(`${recorder.url}/sign-in`)
      await expect.poll(() => [...recorder.recorded.keys()]).toEqual(expect.arrayContaining(Object.keys(KINDS)))
      await driver.close()
      const browser = BROWSERS.find((each) => each.name === name)
      const asked = Object.entries(KINDS).map(([use, kind]) => {
        const headers = browser?.headersFor(kind, { origin: recorder.url }) ?? {}
        return [use, comparable(Object.entries(headers))]
      })
      expect(asked).toEqual(Object.keys(KINDS).map((use) => [use, recorder.recorded.get(use)]))
      await recorder.close()
    })
  }
})

/** By the path, and by what the browser says of it. */
const KINDS: Readonly<Record<string, Parameters<(typeof BROWSERS)[0]['headersFor']>[0]>> = {
  '/sign-in document': 'visit',
  '/page-config.json empty': 'data',
  '.js script': 'script',
  '.css style': 'style',
}

type Lines = readonly (readonly [name: string, value: string])[]

/** Passes everything on, and keeps the headers of the last request of each kind. */
async function startRecorder(target: string) {
  const recorded = new Map<string, Lines>()
  const server = createServer((asked, answer) => {
    const lines = asked.rawHeaders.flatMap(
      (name, place, all): Lines => (place % 2 ? [] : [[name, all[place + 1] ?? '']]),
    )
    const path = asked.url?.replace(/.*(?=\.(?:js|css)$)/, '')
    recorded.set(`${path} ${asked.headers['sec-fetch-dest']}`, comparable(lines))
    const passed = request(`${target}${asked.url}`, { headers: asked.headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { recorded, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Without the name, version and platform of the browser, and the languages, which headless Chromium writes elsewhere. */
function comparable(lines: Lines): Lines {
  return lines
    .filter(([name]) => name !== 'Accept-Language')
    .map(([name, value]) => [name, /^(?:User-Agent|sec-ch-ua.*)$/.test(name) ? '' : value])
}
