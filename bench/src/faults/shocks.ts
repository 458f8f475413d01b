import { setTimeout as pause } from 'node:timers/promises'

export type Fault = { readonly what: string; readonly run: () => Promise<void> }

/** A fault and the calm after it, by `performance.now()`. */
export type Shock = { readonly what: string; readonly from: number; readonly to: number }

type Run = { readonly minutes: number; readonly calmMs: number; readonly verb?: string }

/** Each fault in turn, until the time is over. */
export async function runFaults(faults: readonly Fault[], { minutes, calmMs, verb = '' }: Run) {
  const shocks: Shock[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + minutes * 60_000
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const fault = faults[turn % faults.length]
    if (!fault) break
    const from = performance.now()
    console.log(`${Math.round((from - startedAt) / 1_000)} s: ${verb}${fault.what}`)
    await fault.run()
    await pause(calmMs)
    shocks.push({ what: fault.what, from, to: performance.now() })
  }
  return { shocks, secondsSoFar: () => (performance.now() - startedAt) / 1_000 }
}
