/** A piece of work that is done again and again beside the requests. */
export type RepeatedTask = {
  /** Ends the repetition, after the run that is under way. */
  stop(): Promise<void>
}

type Repetition = {
  readonly pauseMs: number
  readonly work: () => Promise<unknown>
  /** Told of a run that failed; the next one comes all the same. */
  readonly onError: (error: unknown) => void
}

/**
 * Does some work after a pause, and again a pause after it was done: two runs never overlap. Its timer does not keep the
 * process alive.
 */
export function repeat({ pauseMs, work, onError }: Repetition): RepeatedTask {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(() => {
      running = run()
    }, pauseMs).unref()
  }

  async function run(): Promise<void> {
    try {
      await work()
    } catch (error) {
      onError(error)
    }
    if (!stopped) timer = schedule()
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await running
  }

  return { stop }
}
