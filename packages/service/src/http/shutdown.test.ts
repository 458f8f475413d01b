import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'

const NEVER = '() => new Promise(() => undefined)'

/** A process that closes in this way; signals reach it one after the other. */
async function stopWith(signals: readonly NodeJS.Signals[], close: string, options: object = {}) {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const program = `
    import { createLogger } from ${module('../telemetry/logger.ts')}
    import { closeOnSignals } from ${module('shutdown.ts')}
    const alive = setInterval(() => undefined, 60_000)
    closeOnSignals(${close}, { logger: createLogger({ level: 'info' }), ...${JSON.stringify(options)} })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: string[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  await once(child.stdout, 'data')
  const closed = once(child, 'close')
  for (const signal of signals) child.kill(signal)
  const [code] = await closed
  return { code, output: output.join('') }
}

describe('asked to stop', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s, the process closes and ends well', async (signal) => {
    expect((await stopWith([signal], 'async () => undefined')).code).toBe(0)
  })

  test('by one Ctrl-C that arrives several times, it still closes in peace', async () => {
    const slow = '() => new Promise((resolve) => setTimeout(resolve, 200))'
    expect((await stopWith(['SIGINT', 'SIGTERM'], slow)).code).toBe(0)
  })

  test('it tells its supervisor when closing failed', async () => {
    const { code, output } = await stopWith(['SIGTERM'], '() => Promise.reject(new Error("stuck"))')
    expect([code, output]).toEqual([1, expect.stringContaining('stopping_failed')])
  })

  test('it ends after its time though something never closes, and the log says so', async () => {
    const { code, output } = await stopWith(['SIGTERM'], NEVER, { withinMs: 50 })
    expect([code, output]).toEqual([1, expect.stringContaining('stopping_failed')])
  })

  test('a second time, it ends at once', async () => {
    const { code, output } = await stopWith(['SIGINT', 'SIGTERM'], NEVER, { repeatedSignalMs: 0 })
    expect([code, output]).toEqual([1, 'ready\n'])
  })
})
