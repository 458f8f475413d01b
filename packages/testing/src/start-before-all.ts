import { afterAll, beforeAll } from 'vitest'

/**
 * Starts what the tests of this block share, and closes it after them. It can be named at once, and used once they run:
 * the properties of what was started are copied then, so a getter is read once, and one that is set later stays unseen.
 */
export function startBeforeAll<T extends { close(): Promise<unknown> }>(start: () => Promise<T>): T {
  let started: T | undefined
  const shared = {} as T
  beforeAll(async () => {
    started = await start()
    Object.assign(shared, started)
  })
  afterAll(async () => {
    await started?.close()
  })
  return shared
}
