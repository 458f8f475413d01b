import type { Logger } from '../telemetry/logger.ts'

/** One Ctrl-C arrives several times: from the terminal, npm and the starting script. */
const REPEATED_SIGNAL_MS = 1_000
/** The shortest usual grace period of supervisors. */
const DEADLINE_MS = 10_000

type ClosingOptions = {
  readonly logger: Pick<Logger, 'error'>
  readonly withinMs?: number
  readonly repeatedSignalMs?: number
}

/** Closes on SIGINT or SIGTERM, then ends the process: with code 1 on a failure, at the deadline, or on a second signal. */
export function closeOnSignals(
  close: () => Promise<void>,
  { logger, withinMs = DEADLINE_MS, repeatedSignalMs = REPEATED_SIGNAL_MS }: ClosingOptions,
): void {
  let askedAt: number | undefined
  const stop = (): void => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > repeatedSignalMs) process.exit(1)
      return
    }
    askedAt = performance.now()
    const giveUp = (fields: object): void => {
      logger.error({ event: 'stopping_failed', ...fields }, 'something did not close; the process ends all the same')
      process.exit(1)
    }
    setTimeout(() => giveUp({ seconds: withinMs / 1000 }), withinMs)
    close().then(
      () => process.exit(0),
      (error: unknown) => giveUp({ err: error }),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
