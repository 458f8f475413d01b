export type RepeatedTask = ReturnType<typeof repeat>

type Repetition = {
  readonly pauseMs: number
  readonly work: () => Promise<unknown>
  /** Repetition continues after a failure. */
  readonly onError: (error: unknown) => void
}

/** Runs never overlap. The timer does not keep the process alive. */
export function repeat({ pauseMs, work, onError }: Repetition) {
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

  /** Stops after the current run. */
  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await running
  }

  return { stop }
}
