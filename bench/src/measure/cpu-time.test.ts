import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cpuMicrosecondsBetween, readCpuTimes } from './cpu-time.ts'

test('what a process used that began between two looks counts whole, of another only what came on top', () => {
  const before = new Map([['1', 5_000]])
  const after = new Map([
    ['1', 8_000],
    ['2', 4_000],
  ])
  expect(cpuMicrosecondsBetween(before, after)).toBe(7)
})

test.skipIf(!existsSync('/proc/self/schedstat'))('a process is looked at with those that it started', () => {
  const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'])
  expect([...readCpuTimes([process.pid]).keys()]).toContain(String(child.pid))
  child.kill()
})
