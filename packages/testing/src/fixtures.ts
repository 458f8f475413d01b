import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@countersign/service/telemetry'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/**
 * Starts a shared fixture before the tests of this block, and closes it after them. Its properties are copied once: getters are
 * read once, and later assignments stay unseen. `timeoutMs` replaces the suite's.
 */
export function startBeforeAll<T extends { close(): Promise<unknown> }>(
  start: () => Promise<T>,
  timeoutMs?: number,
): T {
  let started: T | undefined
  const shared = {} as T
  beforeAll(async () => {
    started = await start()
    Object.assign(shared, started)
  }, timeoutMs)
  afterAll(async () => {
    await started?.close()
  })
  return shared
}

/** Closes it after the test that calls this. */
export function closeAfterTest<T extends { close(): Promise<void> }>(opened: T): T {
  onTestFinished(() => opened.close())
  return opened
}

/** A new folder, removed after the tests of this block. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A logger and the lines that it wrote. */
export function recordLog(level = 'info') {
  const lines: string[] = []
  const logger = createLogger({ level, destination: { write: (line) => void lines.push(line) } })
  const entries = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))
  return { logger, lines, entries }
}

/** A whole PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
