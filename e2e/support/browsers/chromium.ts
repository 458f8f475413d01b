import { launchBrowser } from '../browser.ts'
import { type Driver, VIEWPORT } from './driver.ts'

export async function launchChromium(): Promise<Driver> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ locale: 'en-US', viewport: VIEWPORT })
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
    screenshot: () => page.screenshot(),
    problems: () => problems,
    close: () => browser.close(),
  }
}
