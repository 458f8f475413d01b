import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { listenLocally, TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '@countersign/testing'
import { BROWSERS } from '@countersign/verify-client/browsers'
import { overHttp2 } from '@countersign/verify-client/http2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectHeading, useBrowser } from '../support/browser.ts'
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

describe('verify-client sends headers in the order of', () => {
  const system = useSystem()
  const browser = useBrowser()
  const isFirefoxRun = isFirefoxHere && (process.env['BROWSERS'] ?? '').includes('firefox')

  async function openInChromium(url: string) {
    const { page } = await openBrowser(browser, { ignoreHTTPSErrors: true })
    await page.goto(url)
  }

  async function openInFirefox(url: string) {
    const driver = await launchFirefox()
    onTestFinished(driver.close)
    await driver.open(url)
  }

  test.each([
    ['Chrome on Windows', 'HTTP/1.1', openInChromium],
    ['Chrome on Windows', 'HTTP/2', openInChromium],
    ...(isFirefoxRun ? [['Firefox', 'HTTP/1.1', openInFirefox] as const] : []),
  ] as const)('%s over %s', async (name, version, open) => {
    const { url, recorded } = await startRecorder(system.webUrl, version)
    await open(`${url}/sign-in`)
    await expect.poll(() => [...recorded.keys()]).toEqual(expect.arrayContaining(Object.keys(KINDS)))
    const claimed = BROWSERS.find((each) => each.name === name) ?? BROWSERS[0]
    for (const [use, kind] of Object.entries(KINDS)) {
      const headers = claimed.headersFor(kind, { origin: url })
      const path = recorded.get(use)?.find(([line]) => line === ':path')?.[1] ?? '/'
      const sent = version === 'HTTP/2' ? overHttp2(new URL(path, url), kind, claimed.family, headers) : headers
      const lines = Object.entries(sent).map(([line, value]) => [line, String(value)] as const)
      expect([use, recorded.get(use)]).toEqual([use, comparable(lines)])
    }
  })
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
async function startRecorder(target: string, version: 'HTTP/1.1' | 'HTTP/2') {
  const recorded = new Map<string, Lines>()
  const record = (asked: IncomingMessage | Http2ServerRequest, answer: ServerResponse | Http2ServerResponse) => {
    const lines = asked.rawHeaders.flatMap(
      (name, place, all): Lines => (place % 2 ? [] : [[name, all[place + 1] ?? '']]),
    )
    const path = asked.url?.replace(/.*(?=\.(?:js|css)$)/, '')
    recorded.set(`${path} ${asked.headers['sec-fetch-dest']}`, comparable(lines))
    const headers = { accept: asked.headers.accept ?? '*/*' }
    request(`${target}${asked.url}`, { headers }, (answered) => {
      answer.statusCode = answered.statusCode ?? 502
      const { connection: _connection, 'keep-alive': _alive, 'transfer-encoding': _coding, ...own } = answered.headers
      for (const [name, value = ''] of Object.entries(own)) answer.setHeader(name, value)
      answered.pipe(answer)
    }).end()
  }
  const credentials = { cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }
  const server = version === 'HTTP/2' ? createSecureServer(credentials, record) : createServer(record)
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return { recorded, url: `${version === 'HTTP/2' ? 'https' : 'http'}://127.0.0.1:${port}` }
}

/** Without the name, version and platform of the browser, and the languages, which headless Chromium writes elsewhere. */
function comparable(lines: Lines): Lines {
  return lines
    .filter(([name]) => name.toLowerCase() !== 'accept-language')
    .map(([name, value]) => [name, /^(?:user-agent|sec-ch-ua.*)$/i.test(name) ? '' : value])
}
