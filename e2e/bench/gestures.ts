import type { BrowserContext } from 'playwright-core'

export type Gestures = { readonly clicks: number; readonly fields: number }

/** Counts what a person does by hand in a browser from now on: clicks, and fields filled in. */
export async function countGestures(context: BrowserContext): Promise<() => Gestures> {
  const gestures = { clicks: 0, fields: 0 }
  await context.exposeFunction('noteGesture', (kind: 'clicks' | 'fields') => {
    gestures[kind] += 1
  })
  await context.addInitScript(() => {
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && window.noteGesture('clicks'), true)
    addEventListener('change', () => window.noteGesture('fields'), true)
  })
  return () => gestures
}

declare global {
  interface Window {
    noteGesture(kind: 'clicks' | 'fields'): void
  }
}
