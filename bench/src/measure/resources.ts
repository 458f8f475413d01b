import { readdirSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type Resources = ReturnType<typeof readResources>

const RESOLUTION_MS = 10
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })

/** After garbage collection. Delays are since the last call; the first call has none. Linux only. */
export function readResources() {
  const late = (nanoseconds: number): number => Math.max(nanoseconds / 1_000_000 - RESOLUTION_MS, 0)
  const [delayP50Ms, delayP99Ms, delayMaxMs] = [late(delay.percentile(50)), late(delay.percentile(99)), late(delay.max)]
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { rss, heapUsed } = process.memoryUsage()
  delay.enable()
  delay.reset()
  return {
    residentMiB: rss / 1_048_576,
    heapMiB: heapUsed / 1_048_576,
    openFiles: readdirSync('/proc/self/fd').length,
    /** Sockets, timers, requests. */
    handles: process.getActiveResourcesInfo().length,
    delayP50Ms,
    delayP99Ms,
    delayMaxMs,
  }
}
