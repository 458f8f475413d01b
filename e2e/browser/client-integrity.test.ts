import { describe, expect, test } from 'vitest'
import { expectHeading, useBrowser } from '../support/browser.ts'
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
    ['an import of a page', /\/assets\/use-steps-.*\.js$/],
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
