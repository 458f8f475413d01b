import type { Engine } from '@countersign/testing'
import { startCountersign } from '../countersign/start-countersign.ts'
import { startFloor } from '../floor/start-floor.ts'
import type { Load } from '../load/run-load.ts'
import { type CountedStatement, countStatements } from '../measure/count-statements.ts'
import { type Measured, measureInTurn, shareOf, warmUp } from '../measure/measure.ts'
import { type Arrangement, type Workload } from '../measure/target.ts'

export type Comparison = {
  readonly engine: Engine
  readonly arrangement: Arrangement
  readonly workload: Workload
  readonly people: number
  readonly countersign: Measured
  readonly floor: Measured
  readonly ofFloor: number
  readonly statements: readonly CountedStatement[]
}

export type Plan = {
  readonly loads: readonly (Load & { readonly workload: Workload })[]
  readonly rounds: number
  /** At most, for each workload. */
  readonly warmUpSeconds: number
}

/** Compares both on new databases, in one process each or in two. */
export async function compare(engine: Engine, arrangement: Arrangement, plan: Plan): Promise<Comparison[]> {
  const [countersign, floor] = await Promise.all([
    startCountersign(engine, arrangement),
    startFloor(engine, arrangement),
  ])
  const comparisons: Comparison[] = []
  try {
    for (const workload of new Set(plan.loads.map((load) => load.workload))) {
      for (const target of [countersign, floor]) await warmUp(target, workload, plan.warmUpSeconds)
    }
    for (const { workload, people, seconds } of plan.loads) {
      const load = { ...plan, workload, people, seconds }
      const measured = await measureInTurn({ countersign, floor }, load)
      comparisons.push({
        engine,
        arrangement,
        workload,
        people,
        ...measured,
        ofFloor: shareOf(measured.countersign, measured.floor),
        statements: await countStatements(countersign, workload),
      })
    }
  } finally {
    await Promise.all([countersign.stop(), floor.stop()])
  }
  return comparisons
}
