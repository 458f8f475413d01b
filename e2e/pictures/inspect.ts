import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findAccessibilityProblems, findSmallTargets } from '../support/browser.ts'
import { PHONE, readShift } from './stage.ts'

const DESKTOP = { width: 1280, height: 800 }
const MOST_SHIFT = 0.05
export const FOLDER = join(import.meta.dirname, '..', 'screenshots')

export type Finding = { readonly check: string; readonly what: string }
export type Inspected = {
  readonly name: string
  readonly findings: readonly Finding[]
  readonly shift: number
  readonly pictures: readonly string[]
}

/** Checks a page on a phone and a desktop, in light and dark, and takes a picture of each, and of one in another language. */
export async function inspect(page: Page, name: string, language: string): Promise<Inspected> {
  mkdirSync(FOLDER, { recursive: true })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await settle(page)
  const { sum, moved } = await readShift(page)
  const findings: Finding[] = sum > MOST_SHIFT ? [{ check: 'layout shift', what: `${sum.toFixed(3)} ${moved}` }] : []
  const pictures: string[] = []
  const note = (check: string, all: readonly string[]) => findings.push(...all.map((what) => ({ check, what })))
  const take = async (kind: string) => {
    const file = `${name}-${kind}.png`
    pictures.push(file)
    // As high as the page, so that a bar over its end hides nothing.
    const viewport = page.viewportSize() ?? PHONE
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...viewport, height: Math.max(viewport.height, height) })
    await page.screenshot({ path: join(FOLDER, file), animations: 'disabled' })
    await page.setViewportSize(viewport)
  }
  for (const [device, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      if (device === 'phone') note(`axe, ${colorScheme}`, await findAccessibilityProblems(page))
      await take(`${device}-${colorScheme}`)
    }
    note(`wider than the ${device}`, await findOverflow(page))
  }
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'light' })
  // The styles of a phone apply a frame later.
  await settle(page)
  note('target under 44 px', await findSmallTargets(page))
  if (await choose(page, language)) {
    note(`axe, ${language}`, await findAccessibilityProblems(page))
    note(`wider than the phone, ${language}`, await findOverflow(page))
    await take(`phone-${language}`)
  }
  return { name, findings: unique(findings), shift: sum, pictures }
}

async function findOverflow(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return pixels > 0 ? [`${pixels} px`] : []
}

/** Two frames, after what a visit within the page still fetches. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(250)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** Whether the page speaks the language now. A dialog covers the choice, so that it is set and not clicked. */
async function choose(page: Page, language: string): Promise<boolean> {
  const select = page.locator('footer select, .account-menu select')
  const menu = page.locator('.account-menu-button[aria-expanded=false]')
  const isInMenu = (await select.count()) === 0 && (await menu.count()) > 0
  if (isInMenu) await menu.dispatchEvent('click')
  if ((await select.count()) === 0) return false
  await select.evaluate((element: HTMLSelectElement, value) => {
    element.value = value
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }, language)
  await page.waitForFunction((value) => document.documentElement.lang === value, language)
  if (isInMenu) await page.locator('.account-menu-button').dispatchEvent('click')
  await settle(page)
  return true
}

function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((each) => [`${each.check} ${each.what}`, each])).values()]
}
