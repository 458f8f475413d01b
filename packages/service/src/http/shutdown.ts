import type { Logger } from '../telemetry/logger.ts'

/** One Ctrl-C reaches a process several times: from the terminal, from npm and from the script that started it. */
const REPEATED_SIGNAL_MS = 1_000
/** What supervisors give at the least before they kill. */
const DEADLINE_MS = 10_000

type ClosingOptions = {
  readonly logger: Pick<Logger, 'error'>
  readonly withinMs?: number
  /** Signals that arrive within it are one. */
  readonly repeatedSignalMs?: number
}

/**
 * Closes once when the process is asked to stop (Ctrl-C, or SIGTERM from a supervisor), then lets it end. What has not
 * closed within ten seconds is given up, with exit code 1 and a line in the log. A second signal ends the process at
 * once, for the person who does not want to wait.
 */
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
