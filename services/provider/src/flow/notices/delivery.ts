/** The answer is empty: a receiver that needs longer is retried. Shutdown waits as long. */
export const TIMEOUT_MS = 5_000
/** After a failure this slow, the process rests the lane for a minute, so that it does not occupy others' places. */
const SLOW_MS = 500
const REST_MS = 60_000

export type Outcome = 'taken' | 'failed' | 'not_ours'

type DueQuestion = {
  readonly limit: number
  /** Lanes with no free place. */
  readonly busy: readonly string[]
}

type DeliveryParts<Due> = {
  /** Concurrent deliveries of this process, and of a lane. */
  readonly most: { readonly atOnce: number; readonly perLane: number }
  readonly laneOf: (due: Due) => string
  readonly listDue: (question: DueQuestion) => Promise<readonly Due[]>
  readonly findDue: (lane: string) => Promise<Due | undefined>
  /** Sends it, unless another process took it or it is to be sent no more. */
  readonly deliver: (due: Due) => Promise<Outcome>
  readonly warn: (error: unknown) => void
}

function createPlaces({ atOnce, perLane }: DeliveryParts<never>['most']) {
  const underWay = new Map<Promise<void>, string>()
  const resting = new Set<string>()
  const isBusy = (lane: string): boolean =>
    resting.has(lane) || [...underWay.values()].filter((each) => each === lane).length >= perLane
  return {
    isBusy,
    listBusy: () => [...resting, ...underWay.values()].filter(isBusy),
    countFree: () => atOnce - underWay.size,
    take(lane: string, delivery: Promise<void>): void {
      const task = delivery.finally(() => underWay.delete(task))
      underWay.set(task, lane)
    },
    rest(lane: string): void {
      resting.add(lane)
      setTimeout(() => resting.delete(lane), REST_MS).unref()
    },
    waitForAll: () => Promise.all(underWay.keys()),
  }
}

/** Delivers rows of an outbox, each within a lane that has its share of the places. */
export function createDelivery<Due>({ most, laneOf, listDue, findDue, deliver, warn }: DeliveryParts<Due>) {
  const places = createPlaces(most)
  let beginning = Promise.resolve()
  let stopped = false

  const begin = (due: Due): void => places.take(laneOf(due), attempt(due).catch(warn))

  async function attempt(due: Due): Promise<void> {
    const since = performance.now()
    const outcome = await deliver(due)
    if (outcome === 'failed' && performance.now() - since > SLOW_MS) places.rest(laneOf(due))
    // After this delivery has left the count.
    if (outcome !== 'not_ours') setImmediate(() => void inTurn(() => beginNextOf(laneOf(due))).catch(warn))
  }

  /** With free places only the rest of this lane can be due; otherwise the longest due of any lane is next. */
  async function beginNextOf(lane: string): Promise<void> {
    const isOwn = places.countFree() > 1 && !stopped && !places.isBusy(lane)
    const next = isOwn ? await findDue(lane) : undefined
    if (next) begin(next)
    else await beginDue()
  }

  /** A lane that fills the list gets its share, and the next list skips it as busy. */
  async function beginDue(): Promise<void> {
    for (;;) {
      const limit = places.countFree()
      if (limit <= 0 || stopped) return
      const listed = await listDue({ limit, busy: places.listBusy() })
      for (const due of listed) if (!places.isBusy(laneOf(due))) begin(due)
      if (listed.length < limit) return
    }
  }

  /** Serializes, so that each round sees the deliveries that the last one started. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const begun = beginning.then(work)
    beginning = begun.catch(() => undefined)
    return begun
  }

  return {
    deliverDue: () => inTurn(beginDue),
    /** Schedules `deliverDue`. */
    deliverSoon: () => void inTurn(beginDue).catch(warn),
    /** Starts nothing more and waits for deliveries under way. */
    async stop() {
      stopped = true
      await beginning
      await places.waitForAll()
    },
  }
}
