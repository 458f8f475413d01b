import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 200
const PATIENCE_MS = 120_000

/** @throws when it is still not so after two minutes */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS
  while (performance.now() < endsAt) {
    if (await isSo()) return
    await pause(PAUSE_MS)
  }
  throw new Error(`Waited for two minutes, and it is still not so: ${what}.`)
}
