const LOOK_MS = 100

/** The current event loop delay of a new request, in milliseconds. */
export type StandingDelay = { readonly milliseconds: () => number; readonly stop: () => void }

/**
 * Watches event loop delay. One long turn is a burst, a second one in a row is a queue, so the lesser of the last and the
 * current turn counts. The current turn counts while it still runs.
 */
export function watchStandingDelay(): StandingDelay {
  let lookedAt = performance.now()
  let last = 0
  const sinceLook = (): number => Math.max(performance.now() - lookedAt - LOOK_MS, 0)
  const timer = setInterval(() => {
    last = sinceLook()
    lookedAt = performance.now()
  }, LOOK_MS).unref()
  return { milliseconds: () => Math.min(last, sinceLook()), stop: () => clearInterval(timer) }
}
