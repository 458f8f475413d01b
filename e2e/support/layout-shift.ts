import type { Page } from 'playwright-core'

/** Holds back the answers to `held` while `open` brings up a page; `come` waits for what is held back to be shown. */
type Held = {
  readonly held: string
  readonly open: () => Promise<void>
  readonly come: () => Promise<void>
}

/** How far the page moves when the held answers come (W3C Layout Instability §2.3), shifts after a click included. */
export async function shiftOf(page: Page, { held, open, come }: Held): Promise<number> {
  const release = Promise.withResolvers<void>()
  await page.route(held, async (route) => {
    await release.promise
    await route.fallback()
  })
  await open()
  await twoFrames(page)
  await page.evaluate(() => {
    const values: number[] = []
    Reflect.set(globalThis, 'shifts', values)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) values.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift' })
  })
  release.resolve()
  await come()
  await twoFrames(page)
  await page.unroute(held)
  return page.evaluate(() => (Reflect.get(globalThis, 'shifts') as number[]).reduce((sum, value) => sum + value, 0))
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
