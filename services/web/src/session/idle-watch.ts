const IDLE_LIMIT_MS = 5 * 60_000
const CHECK_EVERY_MS = 5000
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls back once nobody has touched the page for five minutes. The clock is compared, not counted: a laptop that
 * slept for an hour comes back locked. Returns how to stop.
 */
export function watchIdle(onIdle: () => void): () => void {
  let lastActivity = Date.now()
  const touch = () => {
    if (!check()) lastActivity = Date.now()
  }
  const check = () => {
    const isIdle = Date.now() - lastActivity >= IDLE_LIMIT_MS
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
