// Long: builds the site of docs/, which checks every link and anchor of it.

import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectNoOverflow, findAccessibilityProblems, openContext, openPage, useBrowser } from '../support/browser.ts'

const ROOT = join(import.meta.dirname, '../..')
const SITE = join(ROOT, 'tools/site/dist')
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

describe('site of the documents', () => {
  const browser = useBrowser()
  // As servers of files do: `/a` is a.html, and 404.html is for everything else.
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://site').pathname
    const file = [path, `${path}.html`, `${path}index.html`].map((name) => join(SITE, name)).find(isFile)
    const type = TYPES[extname(file ?? '404.html')] ?? 'application/octet-stream'
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type })
    response.end(readFileSync(file ?? join(SITE, '404.html')))
  })
  let site = ''
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [join(ROOT, 'tools/docs.ts'), 'build'], { cwd: ROOT })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    site = `http://localhost:${(server.address() as AddressInfo).port}`
  }, 300_000)
  afterAll(() => server.close())

  test.each([
    ['home', '/'],
    ['a quickstart', '/guides/apps/express'],
    ['an API page', '/reference/api/token'],
    ['code in tabs', '/guides/apps/register'],
    ['a page that is not there', '/guides/apps/expres'],
  ])('%s is accessible and fits a phone and a desktop, in light and dark', async (_name, path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ]) {
        const { page } = await openPage(browser, site + path, { colorScheme, viewport })
        await page.locator('h1').waitFor()
        expect(await findAccessibilityProblems(page), `${colorScheme}, ${viewport.width}`).toEqual([])
        await expectNoOverflow(page)
      }
    }
  })

  test('a chosen tab is shown again on later visits, and its button copies the code in view', async () => {
    const { context } = await openContext(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(site)
    await page.getByRole('radio', { name: 'Express' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.language-ts.active', { hasText: 'app.register(countersign' }).waitFor()
    await page.goto(`${site}/guides/apps/register`)
    await page.getByText('Administration API', { exact: true }).click()
    await page.goto(site)
    expect(await page.getByRole('radio', { name: 'Fastify' }).isChecked()).toBe(true)
    const shown = page.locator('.vp-code-group .active')
    await shown.hover()
    await shown.getByTitle('Copy Code').click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^import .*\n\nconst app = fastify\(\)\n/s,
    )
  })

  test('the reference links to its commands, operations and exports', async () => {
    const { page } = await openPage(browser, `${site}/reference/`)
    const links = page.getByRole('main').locator('.vp-doc li a')
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      .toEqual(['/reference/cli', '/reference/sdk', '/reference/api/'])
  })

  test('the development server shows the pictures of the home', async () => {
    const vitepress = spawn(process.execPath, [join(ROOT, 'tools/docs.ts'), 'dev'], { cwd: ROOT, detached: true })
    try {
      const { page } = await openPage(browser, await addressIn(vitepress.stdout))
      const pictures = page.getByRole('main').locator('img:visible')
      const areShown = () =>
        pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0))
      await expect.poll(areShown).toEqual([true, true, true])
    } finally {
      // VitePress is a child of it.
      process.kill(-(vitepress.pid ?? 0))
    }
  })

  test('an address that is not there leads to the page that was meant', async () => {
    const { page } = await openPage(browser, `${site}/guides/languages/node`)
    await page.getByRole('main').getByRole('link').first().click()
    await expect.poll(() => page.url()).toBe(`${site}/guides/apps/openid-client`)
  })
})

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk.toString()
    const [address] = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(text)) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`The development server ended: ${text}`)
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
