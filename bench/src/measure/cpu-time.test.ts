import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cpuMicrosecondsBetween, readCpuTimes } from './cpu-time.ts'

test('CPU time of a process that began between two looks counts whole, of any other only the increase', () => {
  const before = new Map([['1', 5_000]])
  const after = new Map([
    ['1', 8_000],
    ['2', 4_000],
  ])
  expect(cpuMicrosecondsBetween(before, after)).toBe(7)
})

test.skipIf(!existsSync('/proc/self/schedstat'))('CPU time of a process includes the processes that it started', () => {
  const child = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'])
  expect([...readCpuTimes([process.pid]).keys()]).toContain(String(child.pid))
  child.kill()
})
