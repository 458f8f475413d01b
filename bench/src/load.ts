export type StepName = 'authorize' | 'details' | 'attest' | 'complete' | 'token'

/** Runs one step of a flow under its name, so that it is timed. */
export type Timed = <Result>(step: StepName, work: () => Promise<Result>) => Promise<Result>

export type LoadResult = {
  readonly flows: number
  readonly seconds: number
  readonly stepMilliseconds: Readonly<Record<StepName, number[]>>
  readonly flowMilliseconds: number[]
}

type Load = { readonly people: number; readonly seconds: number }

/** Lets so many people go through flow after flow at once for so long. A flow that fails ends the measurement. */
export async function runLoad(
  runFlow: (timed: Timed, person: number) => Promise<void>,
  load: Load,
): Promise<LoadResult> {
  const stepMilliseconds = { authorize: [], details: [], attest: [], complete: [], token: [] } as Record<
    StepName,
    number[]
  >
  const flowMilliseconds: number[] = []
  const timed: Timed = async (step, work) => {
    const startedAt = performance.now()
    const result = await work()
    stepMilliseconds[step].push(performance.now() - startedAt)
    return result
  }
  const startedAt = performance.now()
  const endsAt = startedAt + load.seconds * 1_000
  const walk = async (person: number): Promise<void> => {
    while (performance.now() < endsAt) {
      const flowStartedAt = performance.now()
      await runFlow(timed, person)
      flowMilliseconds.push(performance.now() - flowStartedAt)
    }
  }
  await Promise.all(Array.from({ length: load.people }, (_unused, person) => walk(person)))
  const seconds = (performance.now() - startedAt) / 1_000
  return { flows: flowMilliseconds.length, seconds, stepMilliseconds, flowMilliseconds }
}

/** The value below which that share of all values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN
}
