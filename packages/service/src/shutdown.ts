/**
 * Closes once when the process is asked to stop (Ctrl-C, or SIGTERM from a supervisor), then lets it end.
 * A second signal ends it at once, for the person who does not want to wait.
 */
export function closeOnSignals(close: () => Promise<void>): void {
  let closing = false
  const stop = (): void => {
    if (closing) process.exit(1)
    closing = true
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
