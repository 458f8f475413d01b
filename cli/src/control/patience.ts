/** How long a command waits for the process that holds its data directory. */
export type Patience = {
  /** Without a word. */
  readonly silentMs: number
  /** Until it takes commands: one that starts makes its database first, and one that stops answers others first. */
  readonly readyMs: number
  /** Until it has carried a command out. */
  readonly answerMs: number
}

export const PATIENCE: Patience = { silentMs: 2_000, readyMs: 10_000, answerMs: 60_000 }

/** Does some work, and has something said if it takes longer than that. */
export async function withWord<Result>(
  silentMs: number,
  say: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(say, silentMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
