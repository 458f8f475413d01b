import { execFile } from 'node:child_process'
import cluster from 'node:cluster'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listenLocally, recordLog, temporaryFolder } from '@countersign/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PROGRAM, runCommand } from '../../test/command-line.ts'
import { CommandError } from '../command-error.ts'
import { parseWorkerCount } from '../local-commands/serve.ts'
import { generateSecrets } from '../secrets.ts'
import { superviseWorkers } from './supervise-workers.ts'

const SERVING = `process.send('ready'); setInterval(() => undefined, 60_000)`
const LONG = { timeout: 10_000 }

describe('countersign serve --workers', () => {
  const BOUNDS = 'Give a number from 1 to 256, or auto.'
  test.each([
    ...['0', '-1', '1.5', '257', 'many', ''].map((count) => [[`--workers=${count}`], BOUNDS, 2] as const),
    [['--workers', '2'], 'Several workers need PostgreSQL, because the embedded database serves one process', 1],
    [['oprf', '--workers', '2'], 'leave out --workers', 1],
  ] as const)('%j is refused, with what may be given', async (parameters, hint, code) => {
    const complaint = expect.stringContaining(hint)
    expect(await runCommand(['serve', ...parameters])).toMatchObject({ code, complaint })
  })

  test('auto is one for each core', () => {
    expect(parseWorkerCount('auto')).toBe(availableParallelism())
    expect(parseWorkerCount('7')).toBe(7)
  })

  test('ends if the Prometheus address is taken, before anything begins', async () => {
    const other = createServer()
    const env = {
      PORT: '0',
      BASE_URL: 'https://id.example',
      TRUSTED_PROXIES: 'none',
      DATABASE_URL: 'postgresql://127.0.0.1:9/nowhere',
      METRICS_ADDRESS: `127.0.0.1:${await listenLocally(other)}`,
      ...(await generateSecrets()),
    }
    const parameters = [PROGRAM, 'serve', 'provider', 'core', '--workers', '2']
    const ending = promisify(execFile)(process.execPath, parameters, { env: { ...process.env, ...env } })
    await expect(ending).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Metrics cannot be offered at METRICS_ADDRESS'),
    })
    other.close()
  })
})

describe('the workers', () => {
  const folder = temporaryFolder()
  const { logger, lines } = recordLog()

  beforeEach(() => void lines.splice(0))

  /** Sets the workers' program. */
  function run(source: string): void {
    const program = join(folder, 'program.mjs')
    writeFileSync(program, source)
    cluster.setupPrimary({ exec: program, cwd: folder })
  }

  function logged(event: string): { readonly pid: number }[] {
    return lines.filter((line) => line.includes(`"event":"${event}"`)).map((line) => JSON.parse(line))
  }

  test('that end before they serve end the command, which says so', async () => {
    run('process.exit(3)')
    await expect(superviseWorkers({ count: 2, env: {}, logger })).rejects.toThrow(CommandError)
    const ended = logged('worker_ended')
    expect(ended.length).toBeGreaterThanOrEqual(3)
    expect(ended[0]).toMatchObject({ level: 'error', exit_code: 3, worker: expect.any(Number) })
  })

  test('that live long and never serve end the command too', async () => {
    run('setTimeout(() => process.exit(3), 200)')
    const options = { count: 1, env: {}, logger, stableMs: 100, pauseMs: 1 }
    await expect(superviseWorkers(options)).rejects.toThrow(CommandError)
  })

  test('have another at once if they had served for a while, and later if not', async () => {
    run(SERVING)
    const { close } = await superviseWorkers({ count: 1, env: {}, logger, stableMs: 0, pauseMs: 60_000 })
    process.kill(logged('worker_started')[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => logged('worker_started').length, LONG).toBe(2)
    await close()
  })

  test('leave no restart waiting once they are closed', async () => {
    run(SERVING)
    const pauseMs = 8_765
    const begun = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    onTestFinished(() => [begun, cleared].forEach((spy) => spy.mockRestore()))
    // Other systems in this process have timers too.
    const restarts = () => begun.mock.results.filter((_, index) => begun.mock.calls[index]?.[1] === pauseMs)
    const { close } = await superviseWorkers({ count: 2, env: {}, logger, pauseMs })
    process.kill(logged('worker_started')[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => restarts().length, LONG).toBe(1)
    await close()
    expect(cleared.mock.calls.map(([timer]) => timer)).toContain(restarts()[0]?.value)
  })

  test.each([
    ['by the system', { cwd: join(folder, 'missing') }, {}],
    ['by Node', {}, { NOT_TO_BE_SET: '\0' }],
  ])('that cannot be started, as is said %s, end the command likewise', async (_by, settings, env) => {
    run(SERVING)
    cluster.setupPrimary(settings)
    await expect(superviseWorkers({ count: 1, env, logger, pauseMs: 1 })).rejects.toThrow(CommandError)
    expect(logged('worker_not_started')).toHaveLength(3)
    expect(logged('worker_not_started')[0]).toMatchObject({ level: 'error', err: { message: expect.any(String) } })
  })

  test('serve on while another cannot be started, which is tried until it can', async () => {
    run(SERVING)
    const { close } = await superviseWorkers({ count: 2, env: {}, logger, pauseMs: 1 })
    const [first, second] = logged('worker_started')
    cluster.setupPrimary({ cwd: join(folder, 'missing') })
    process.kill(first?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => logged('worker_not_started').length, LONG).toBeGreaterThan(0)
    expect(process.kill(second?.pid ?? 0, 0)).toBe(true)
    run(SERVING)
    await expect.poll(() => logged('worker_started').length, LONG).toBe(3)
    cluster.setupPrimary({ cwd: join(folder, 'missing') })
    process.kill(second?.pid ?? 0, 'SIGKILL')
    const missed = logged('worker_not_started').length
    await expect.poll(() => logged('worker_not_started').length, LONG).toBeGreaterThan(missed)
    await close()
  })
})
