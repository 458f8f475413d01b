import { readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, on every Linux. */
const TICKS = 100

/**
 * CPU time of this process and those that it started, for a line about a run; empty without /proc. Chromium is killed with the
 * worker that drives it, and is not counted.
 */
export function cpuSeconds(): string {
  try {
    // proc(5): utime, stime, cutime and cstime are the fields 14 to 17; the name before them may hold spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    const [user, system] = [utime + cutime, stime + cstime].map((ticks) => (ticks / TICKS).toFixed(0))
    return `, CPU ${user} s user and ${system} s system (without Chromium's)`
  } catch {
    return ''
  }
}
