/** One Ctrl-C reaches a process several times: from the terminal, from npm and from the script that started it. */
const ONE_WISH_MS = 1_000

/**
 * Closes once when the process is asked to stop (Ctrl-C, or SIGTERM from a supervisor), then lets it end.
 * A second signal ends it at once, for the person who does not want to wait.
 */
export function closeOnSignals(close: () => Promise<void>): void {
  let askedAt: number | undefined
  const stop = (): void => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > ONE_WISH_MS) process.exit(1)
      return
    }
    askedAt = performance.now()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
