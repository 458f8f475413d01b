import type { Page } from 'playwright-core'

/** The middle of several measurements, and the worst, in milliseconds. */
export type Timing = { readonly medianMs: number; readonly slowestMs: number }

export async function measureOften(times: number, measure: () => Promise<number>): Promise<Timing> {
  const all: number[] = []
  for (let round = 0; round < times; round += 1) all.push(await measure())
  const sorted = all.toSorted((left, right) => left - right)
  return {
    medianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowestMs: Math.round(sorted.at(-1) ?? 0),
  }
}

/** Presses a button and answers how many milliseconds pass, by the page's own clock, until this heading is there. */
export async function timeUntilHeading(page: Page, button: string, heading: string): Promise<number> {
  return page.evaluate(
    ([label, title]) =>
      new Promise<number>((resolve, reject) => {
        const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
        if (!found) return reject(new Error(`There is no button "${label}".`))
        const start = performance.now()
        const look = () => {
          if (document.querySelector('h1')?.textContent !== title) return
          observer.disconnect()
          resolve(performance.now() - start)
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        found.click()
      }),
    [button, heading] as const,
  )
}

/** Opens an address and answers when, from the start of the navigation, a button of the page could be pressed. */
export async function timeUntilUsable(page: Page, url: string, button: string): Promise<number> {
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(
    (label) =>
      [...document.querySelectorAll('button')].some(({ textContent, disabled }) => textContent === label && !disabled),
    button,
    { polling: 'raf' },
  )
  return performance.now() - start
}
