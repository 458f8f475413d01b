import { expect } from 'vitest'
import type { Driver, Point } from './driver.ts'

type Kind = 'button' | 'link' | 'switch' | 'heading' | 'field'

/** Clicks it once it can be clicked; again where the page moved under the pointer. */
export async function press(driver: Driver, kind: 'button' | 'link' | 'switch', name: string | RegExp): Promise<void> {
  const click = async (): Promise<boolean> => {
    await driver.click(await waitFor(driver, kind, name))
    // A page that ends meanwhile was clicked.
    return driver.evaluate(() => window.missed !== true).catch(() => true)
  }
  await expect.poll(click, { message: `${kind} "${name}"` }).toBe(true)
}

/** Types into an empty field. */
export async function fill(driver: Driver, label: string, text: string): Promise<void> {
  await driver.click(await waitFor(driver, 'field', label))
  await driver.type(text)
  await expect.poll(() => valueOf(driver, label), { message: label }).toBe(text)
}

/** Approves for the first time, which shows the recovery key, and waits for the app. */
export async function approveFirst(driver: Driver): Promise<void> {
  await press(driver, 'button', 'Approve')
  await confirmRecoveryKey(driver, 'Confirm and approve')
  await waitFor(driver, 'heading', 'The app')
}

export async function confirmRecoveryKey(driver: Driver, confirm: string): Promise<void> {
  await waitFor(driver, 'button', 'I’ve saved it')
  const groups = (await readText(driver, '.recovery-key')).match(/\b[0-9A-HJKMNP-TV-Z]{4}\b/g) ?? []
  await press(driver, 'button', 'I’ve saved it')
  await waitFor(driver, 'button', confirm)
  for (const label of (await readText(driver, 'form')).match(/Group \d/g) ?? []) {
    await fill(driver, label, groups[Number(label.at(-1)) - 1] ?? '')
  }
  await press(driver, 'button', confirm)
}

/** The text of an element; empty while it is absent. */
export async function readText(driver: Pick<Driver, 'evaluate'>, selector: string): Promise<string> {
  return driver.evaluate((its) => document.querySelector<HTMLElement>(its)?.innerText ?? '', selector)
}

export async function valueOf(driver: Driver, label: string): Promise<string | undefined> {
  const value = await driver.evaluate((name) => {
    const found = [...document.querySelectorAll('label')].find(({ innerText }) => innerText.trim() === name)
    const control = found?.control
    return control instanceof HTMLInputElement ? control.value : null
  }, label)
  return value ?? undefined
}

/** Waits until this is on the page, at rest and under nothing else, and answers its middle. */
export async function waitFor(driver: Driver, kind: Kind, name: string | RegExp): Promise<Point> {
  let before: Point | undefined
  const look = async (): Promise<string> => {
    const found = await driver.evaluate(locate, kind, typeof name === 'string' ? name : { pattern: name.source })
    if (typeof found === 'string') return found
    const isAtRest = before?.x === found.x && before.y === found.y
    before = found
    return isAtRest ? 'found' : 'It moves.'
  }
  await expect.poll(look, { message: `${kind} "${name}"` }).toBe('found')
  return before ?? { x: 0, y: 0 }
}

declare global {
  interface Window {
    /** Whether the last thing that was located still waits for a click. */
    missed?: boolean
  }
}

/** In the page: where it is, or the reason why it cannot be used. */
function locate(kind: Kind, name: string | { readonly pattern: string }): Point | string {
  // WebKit drops the space before a hidden word from innerText.
  const named = ({ innerText, textContent, ariaLabel }: HTMLElement): boolean =>
    (kind === 'switch' ? [ariaLabel] : [innerText, textContent]).some((each) => {
      const text = each?.trim().replaceAll(/\s+/g, ' ') ?? ''
      return typeof name === 'string' ? text === name : new RegExp(name.pattern).test(text)
    })
  const all = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility())
  const selectors = { button: 'button', link: 'a[href]', switch: '[role=switch]', heading: 'h1', field: 'label' }
  const found = all(selectors[kind]).find(named)
  const element = found instanceof HTMLLabelElement ? found.control : found
  if (!element) {
    return `The page shows: ${all('h1, button, a[href], label, [role=alert]')
      .map(({ innerText }) => innerText)
      .join(' | ')}`
  }
  if (element.matches(':disabled')) return 'It is disabled.'
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle = { x: x + width / 2, y: y + height / 2 }
  const top = document.elementFromPoint(middle.x, middle.y)
  if (top && (element.contains(top) || found?.contains(top))) {
    window.missed = true
    element.addEventListener('click', () => (window.missed = false), { capture: true, once: true })
    return middle
  }
  return `Something covers it: ${top?.outerHTML.slice(0, 200)}`
}

/** Checks width and, where a test may look, accessibility. */
export async function lookAt(driver: Driver, name: string): Promise<void> {
  const overflow = await driver.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${name} is too wide`).toBeLessThanOrEqual(0)
  expect((await driver.audit?.()) ?? [], name).toEqual([])
}
