import cluster from 'node:cluster'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@countersign/service'
import { describe, expect, test } from 'vitest'
import { CommandError } from '../command-error.ts'
import { runProgram } from '../program.ts'
import { superviseWorkers } from './supervise-workers.ts'
import { parseWorkerCount } from './worker-count.ts'

async function complaintOf(...parameters: readonly string[]) {
  const complaints: string[] = []
  const output = { print: () => undefined }
  const complain = (text: string) => void complaints.push(text)
  const code = await runProgram(parameters, { env: {}, output, complain })
  return { code, complaint: complaints.join('') }
}

describe('countersign serve --workers', () => {
  test.each(['0', '-1', '1.5', '257', 'many', ''])('%s is refused, with what may be given', async (count) => {
    const { code, complaint } = await complaintOf('serve', `--workers=${count}`)
    expect(complaint).toContain('Give a number from 1 to 256, or auto.')
    expect(code).toBe(2)
  })

  test('auto is one for each core', () => {
    expect(parseWorkerCount('auto')).toBe(availableParallelism())
    expect(parseWorkerCount('7')).toBe(7)
  })

  test('is refused for the embedded database, which serves one process', async () => {
    const { code, complaint } = await complaintOf('serve', '--workers', '2')
    expect(complaint).toBe(
      'Several workers need PostgreSQL, because the embedded database serves one process: set DATABASE_URL, or leave out --workers.\n',
    )
    expect(code).toBe(1)
  })

  test('is refused for what counts guesses in one process', async () => {
    const { complaint } = await complaintOf('serve', 'oprf', '--workers', '2')
    expect(complaint).toContain('leave out --workers')
  })

  test('gives up, and says so, when workers end before they serve', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-workers-'))
    const program = join(folder, 'ending.mjs')
    writeFileSync(program, 'process.exit(3)')
    cluster.setupPrimary({ exec: program })
    const lines: string[] = []
    const logger = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } })
    await expect(superviseWorkers({ count: 2, env: {}, logger })).rejects.toThrow(CommandError)
    const ended = lines.filter((line) => line.includes('"event":"worker_ended"'))
    expect(ended.length).toBeGreaterThanOrEqual(3)
    expect(JSON.parse(ended[0] ?? '')).toMatchObject({ level: 'error', exit_code: 3, worker: expect.any(Number) })
    rmSync(folder, { recursive: true })
  })
})
