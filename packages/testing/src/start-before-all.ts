import { afterAll, beforeAll } from 'vitest'

/** Starts what the tests of this block share, and closes it after them. It can be named at once, and used once they run. */
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
