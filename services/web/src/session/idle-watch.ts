export const IDLE_MINUTES_KEY = 'countersign.idle-minutes'
const USUAL_MINUTES = 5
const MOST_MINUTES = 30
const CHECK_EVERY_MS = 5000
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** At most the longest choice, whatever the storage holds. */
export function readIdleMinutes(): number {
  try {
    const kept = Number(localStorage.getItem(IDLE_MINUTES_KEY))
    return kept >= 1 && kept <= MOST_MINUTES ? kept : USUAL_MINUTES
  } catch {
    return USUAL_MINUTES
  }
}

/** Calls back after the chosen time without input. Compares clocks, so that a laptop that slept comes back locked. */
export function watchIdle(onIdle: () => void): () => void {
  let lastActivity = Date.now()
  const isIdle = () => Date.now() - lastActivity >= readIdleMinutes() * 60_000
  const lockIfIdle = () => {
    if (isIdle()) onIdle()
  }
  const noteActivity = () => {
    // The first input after a sleep may come before the timer's next turn.
    if (isIdle()) onIdle()
    else lastActivity = Date.now()
  }
  const timer = setInterval(lockIfIdle, CHECK_EVERY_MS)
  for (const event of ACTIVITY) addEventListener(event, noteActivity, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    for (const event of ACTIVITY) removeEventListener(event, noteActivity, { capture: true })
  }
}
