const LOOK_MS = 100

/** How long a request waits for this process before it is looked at, as of now, in milliseconds. */
export type StandingDelay = { readonly milliseconds: () => number; readonly stop: () => void }

/**
 * Watches how long a turn of the event loop takes. One long turn is a burst, which passes by itself; a second one is a queue.
 * So the lesser of the last turn and of this one counts, as far as it has come: who comes late in it sees it at once, and not
 * when it is over.
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
