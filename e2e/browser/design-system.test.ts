import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAccessibilityProblems, look, openContext, useBrowser } from '../support/browser.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** `UPDATE_DOCS=1` takes the pictures of docs/design-system.md anew. */
const PICTURES = process.env['UPDATE_DOCS'] ? join(ROOT, 'docs', 'images') : undefined
const ADDRESS = 'http://gallery.test/'

describe('the design system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gallery-'))
  const browser = useBrowser()

  beforeAll(async () => {
    const vite = join(ROOT, 'node_modules', '.bin', 'vite')
    execFileSync(vite, ['build', join(ROOT, 'services/web/src/gallery'), '--outDir', folder], {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'ignore',
    })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
  })

  async function openGallery(options: BrowserContextOptions): Promise<Page> {
    const { context } = await openContext(browser, options)
    const page = await context.newPage()
    await page.route(`${ADDRESS}**`, (route) => {
      const path = new URL(route.request().url()).pathname
      return route.fulfill({ path: join(folder, path === '/' ? 'index.html' : path) })
    })
    await page.goto(ADDRESS)
    await page.locator('h1').waitFor()
    return page
  }

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['right-to-left', { locale: 'ar' }],
    ['forced-colours', { forcedColors: 'active' }],
    ['phone', { viewport: { width: 320, height: 640 } }],
  ] as const)('is accessible in %s, and nothing is wider than its page', async (name, options) => {
    const page = await openGallery(options)
    await look(page, `design-system-${name}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    if (PICTURES !== undefined && 'colorScheme' in options) {
      await page.screenshot({ path: join(PICTURES, `design-system-${name}.png`), fullPage: true })
    }
  })

  test('has no target smaller than 24 pixels (WCAG 2.2, 2.5.8)', async () => {
    const page = await openGallery({ viewport: { width: 320, height: 640 } })
    const sizes = await page.locator('a, button, input, select, label:has(input)').evaluateAll((targets) =>
      targets.map((target) => {
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
        return { target: target.outerHTML.slice(0, 80), smallest: Math.min(width, height) }
      }),
    )
    expect(sizes.filter(({ smallest }) => smallest < 24)).toEqual([])
  })

  test('shows its dialog over the page, keeps the focus in it, and gives it back', async () => {
    const page = await openGallery({})
    const opener = page.getByRole('button', { name: 'Ask first' })
    await opener.click()
    await page.getByRole('dialog', { name: 'Revoke Example Books?' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})
