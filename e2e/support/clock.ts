/** A clock that stands still until a test moves it. */
export function newClock() {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const waiting: { readonly at: number; readonly run: () => void }[] = []
  return {
    now: () => now,
    after: (milliseconds: number, run: () => void) => void waiting.push({ at: now + milliseconds, run }),
    pass(milliseconds: number) {
      now += milliseconds
      for (const { run } of waiting.filter(({ at }) => at <= now)) run()
    },
  }
}
