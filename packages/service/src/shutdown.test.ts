import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'

/** A process that closes within the given time, or never; signals reach it one after the other. */
async function stopWith(signals: readonly NodeJS.Signals[], close: string): Promise<number | null> {
  const program = `
    import { closeOnSignals } from ${JSON.stringify(new URL('shutdown.ts', import.meta.url).href)}
    const alive = setInterval(() => undefined, 60_000)
    closeOnSignals(${close})
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  for (const signal of signals) child.kill(signal)
  const [code] = await exited
  return code
}

describe('asked to stop', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('by %s, the process closes and ends well', async (signal) => {
    expect(await stopWith([signal], 'async () => undefined')).toBe(0)
  })

  test('by one Ctrl-C that arrives several times, it still closes in peace', async () => {
    const slow = '() => new Promise((resolve) => setTimeout(resolve, 200))'
    expect(await stopWith(['SIGINT', 'SIGTERM'], slow)).toBe(0)
  })

  test('it tells its supervisor when closing failed', async () => {
    expect(await stopWith(['SIGTERM'], '() => Promise.reject(new Error("stuck"))')).toBe(1)
  })
})
