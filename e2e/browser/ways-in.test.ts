import { describe, expect, test } from 'vitest'
import { useApp } from '../support/asking-app.ts'
import { expectNoOverflow, findSmallTargets, look, PAGES, useBrowser } from '../support/browser.ts'
import { openBrowser } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

describe('the ways in', PAGES, () => {
  const system = useSystem()
  const browser = useBrowser()
  const app = useApp(system, { name: 'Wildflower Books', scopes: { openid: {}, email: {}, profile: {} } })

  test.each([
    ['dark-phone', { viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'de' }],
    ['arabic-phone', { viewport: { width: 390, height: 844 }, locale: 'ar' }],
    ['desktop', { viewport: { width: 1280, height: 800 } }],
    // 200 % zoom: half as many CSS pixels, twice as dense.
    ['zoom', { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 }],
  ] as const)('stay in their width and accessible, with targets for a thumb: %s', async (name, options) => {
    const { page, problems } = await openBrowser(browser, options)
    for (const [step, path, sign] of [
      ['first-visit', (await app.begin()).url, '.sign-in-new form'],
      ['home', '/', '.home-points'],
      ['sign-up', '/sign-up', 'input[name=name]'],
      ['sign-up-password', '/sign-up#password', 'input[name=password]'],
      ['recovery', '/recovery', 'input'],
      ['device', '/device', 'input'],
      ['logout', '/logout', '.page-mark'],
    ] as const) {
      await page.goto(new URL(path, system.webUrl).href)
      await page.locator(sign).waitFor()
      await look(page, `ways-in-${step}-${name}`)
      await expectNoOverflow(page)
      expect(name.endsWith('phone') ? await findSmallTargets(page) : [], step).toEqual([])
    }
    expect(problems).toEqual([])
  })
})
