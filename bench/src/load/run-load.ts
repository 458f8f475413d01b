export const STEPS = ['authorize', 'details', 'attest', 'complete', 'token'] as const

export type StepName = (typeof STEPS)[number]

/** Runs and times one step of a flow. */
export type Timed = <Result>(step: StepName, work: () => Promise<Result>) => Promise<Result>

export const untimed: Timed = (_step, work) => work()

export type Walk = (timed: Timed, walker: number) => Promise<void>

export type LoadResult = Awaited<ReturnType<typeof runLoad>>

export type Load = {
  readonly people: number
  readonly seconds: number
  /** Ends sooner after so many walks; unlimited by default. */
  readonly walks?: number
}

/** Repeats a walk for so many users at once. A failing walk ends the measurement. */
export async function runLoad(walk: Walk, { people, seconds, walks = Number.POSITIVE_INFINITY }: Load) {
  const stepMilliseconds: Record<StepName, number[]> = {
    authorize: [],
    details: [],
    attest: [],
    complete: [],
    token: [],
  }
  const milliseconds: number[] = []
  const timed: Timed = async (step, work) => {
    const stepStartedAt = performance.now()
    const result = await work()
    stepMilliseconds[step].push(performance.now() - stepStartedAt)
    return result
  }
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  const keepWalking = async (walker: number): Promise<void> => {
    while (performance.now() < endsAt && milliseconds.length < walks) {
      const walkStartedAt = performance.now()
      await walk(timed, walker)
      milliseconds.push(performance.now() - walkStartedAt)
    }
  }
  await Promise.all(Array.from({ length: people }, (_unused, walker) => keepWalking(walker)))
  return {
    count: milliseconds.length,
    seconds: (performance.now() - startedAt) / 1_000,
    milliseconds,
    stepMilliseconds,
  }
}

/** Nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
