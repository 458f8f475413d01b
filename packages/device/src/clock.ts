/** Injected, so that tests can advance time. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer: number | { readonly unref: () => void } = setTimeout(run, milliseconds)
    // In Node, a pending wipe must not keep the process alive.
    if (typeof timer === 'object') timer.unref()
  },
}

/** The writing device: its name, for its owner, and its clock. */
export type Author = { readonly name: string; readonly clock: Clock }

export function authorOf({ name, clock }: Author): { device: string; wroteAt: Date } {
  return { device: name, wroteAt: new Date(clock.now()) }
}

/** For a log entry: the time in ISO 8601. */
export function stampOf({ name, clock }: Author): { at: string; device: string } {
  return { at: new Date(clock.now()).toISOString(), device: name }
}
