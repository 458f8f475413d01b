const MINUTES = 'countersign.idle-minutes'
const CHECK_EVERY_MS = 5000
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** After how many minutes a vault can be locked that nobody touches; the person chooses for each device. */
export const IDLE_MINUTES = [1, 5, 15, 30] as const
const USUAL_MINUTES = 5

/** Nothing else than what can be chosen, whatever the storage says. */
export function readIdleMinutes(): number {
  try {
    const kept = Number(localStorage.getItem(MINUTES))
    return IDLE_MINUTES.find((each) => each === kept) ?? USUAL_MINUTES
  } catch {
    return USUAL_MINUTES
  }
}

/** Where the browser keeps no storage, it stays as it is. */
export function keepIdleMinutes(minutes: number): void {
  try {
    localStorage.setItem(MINUTES, String(minutes))
  } catch {
    // As before.
  }
}

/**
 * Calls back once nobody has touched the page for as long as the person chose. The clock is compared, not counted: a laptop that
 * slept for an hour comes back locked. Returns how to stop.
 */
export function watchIdle(onIdle: () => void): () => void {
  let lastActivity = Date.now()
  const touch = () => {
    if (!check()) lastActivity = Date.now()
  }
  const check = () => {
    const isIdle = Date.now() - lastActivity >= readIdleMinutes() * 60_000
    if (isIdle) onIdle()
    return isIdle
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  for (const event of ACTIVITY) addEventListener(event, touch, { capture: true, passive: true })
  return () => {
    clearInterval(timer)
    for (const event of ACTIVITY) removeEventListener(event, touch, { capture: true })
  }
}
