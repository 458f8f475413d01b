import type { BrowserContext } from 'playwright-core'

/** What a person does by hand, and on how many pages of ours. */
export type Gestures = { readonly pages: number; readonly clicks: number; readonly fields: number }

/** A heading of a step, by the heading of its page: the recovery key and its check are one page. */
const STEPS: Readonly<Record<string, string>> = { 'Did you keep it?': 'Keep your recovery key' }

/**
 * Counts what a person does by hand in a browser from now on: clicks, fields filled in, and the pages of this address that
 * they do it on, which are told by their headings.
 */
export async function countGestures(context: BrowserContext, address: string): Promise<() => Gestures> {
  const { origin } = new URL(address)
  const headings = new Set<string>()
  const gestures = { clicks: 0, fields: 0 }
  await context.exposeFunction('noteGesture', (kind: 'clicks' | 'fields', place: string, heading: string) => {
    gestures[kind] += 1
    if (place === origin) headings.add(STEPS[heading] ?? heading)
  })
  await context.addInitScript(() => {
    const note = (kind: 'clicks' | 'fields') =>
      window.noteGesture(kind, location.origin, document.querySelector('h1')?.textContent ?? '')
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && note('clicks'), true)
    addEventListener('change', () => note('fields'), true)
  })
  return () => ({ pages: headings.size, ...gestures })
}

declare global {
  interface Window {
    noteGesture(kind: 'clicks' | 'fields', place: string, heading: string): void
  }
}
