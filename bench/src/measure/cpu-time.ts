import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Nanoseconds of CPU by process. */
type CpuTimes = ReadonlyMap<string, number>

/** All threads and descendants; empty except on Linux. */
export function readCpuTimes(pids: readonly number[]): CpuTimes {
  if (!existsSync('/proc/self/schedstat')) return new Map()
  return new Map(withDescendants(pids).map((pid) => [pid, nanosecondsOf(pid)]))
}

/** Misses processes that began and ended in between. */
export function cpuMicrosecondsBetween(before: CpuTimes, after: CpuTimes): number {
  return [...after].reduce((sum, [pid, time]) => sum + (time - (before.get(pid) ?? 0)), 0) / 1_000
}

export function readResidentBytes(pids: readonly number[]): number {
  return withDescendants(pids).reduce((sum, pid) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1]
    return sum + Number(kilobytes ?? 0) * 1_024
  }, 0)
}

function withDescendants(pids: readonly number[]): string[] {
  const childrenOf = Map.groupBy(entriesOf('/proc').filter(isPid), parentOf)
  const walk = (pid: string): string[] => [pid, ...(childrenOf.get(pid) ?? []).flatMap(walk)]
  return pids.map(String).flatMap(walk)
}

function isPid(name: string): boolean {
  return /^\d+$/.test(name)
}

/** The name is in brackets and may hold anything (proc_pid_stat(5)). */
function parentOf(pid: string): string | undefined {
  return readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]
}

function nanosecondsOf(pid: string): number {
  return entriesOf(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [running = ''] = readIfThere(`/proc/${pid}/task/${thread}/schedstat`).split(' ')
    return sum + Number(running)
  }, 0)
}

/** A process may end meanwhile. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
