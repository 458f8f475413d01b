import type { Readable } from 'node:stream'
import type { Page } from 'playwright-core'
import { addAuthenticator } from '../authenticator.ts'
import { findAccessibilityProblems, launchBrowser } from '../browser.ts'

/** A browser with one page, limited to what every browser can do. */
export type Driver = {
  readonly open: (url: string) => Promise<void>
  /** Runs a function in the page; its arguments are all it sees. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Result>
  /** Clicks a point of the viewport, in CSS pixels. */
  readonly click: (at: Point) => Promise<void>
  /** Types into the focused element, key by key. */
  readonly type: (text: string) => Promise<void>
  /** Violations of WCAG 2.2 AA on the page; undefined where the browser lets no test in. */
  readonly audit?: () => Promise<readonly string[]>
  /** Console errors, uncaught errors and violations of the content security policy so far. */
  readonly problems: () => readonly string[]
  readonly close: () => Promise<void>
}

export type Point = { readonly x: number; readonly y: number }

export const VIEWPORT = { width: 390, height: 844 }

/** The form of WebDriver (§15) and of WebDriver BiDi (`input.performActions`). */
export function clickAt({ x, y }: Point) {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]
}

export function typeKeys(text: string) {
  const actions = Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keyboard', actions }]
}

/**
 * Reads a program's output up to a match. The stream keeps flowing, so that the program never blocks.
 * @throws Error with the output if it ends without one
 */
export async function readUntil(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  let said = ''
  stream.on('data', (chunk: Buffer) => {
    said += String(chunk)
    const found = pattern.exec(said)
    if (found) resolve(found)
  })
  stream.on('close', () => reject(new Error(`It ended, and said: ${said}`)))
  return promise
}

export async function launchChromium(): Promise<Driver> {
  const browser = await launchBrowser()
  const driver = await drivePage(await browser.newPage({ locale: 'en-US', viewport: VIEWPORT }))
  return { ...driver, close: () => browser.close() }
}

/** A page of Chromium, with an authenticator. */
export async function drivePage(page: Page): Promise<Omit<Driver, 'close'>> {
  await addAuthenticator(page)
  // An audit in the middle of a fade would find too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (work, ...args) => page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    audit: () => findAccessibilityProblems(page),
    problems: () => problems,
  }
}
