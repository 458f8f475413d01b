export function waitingFor(dataDirectory: string): string {
  return `Waiting for the process that holds ${dataDirectory} …\n`
}

/** How long a command waits for the process that holds its data directory. */
export type Patience = {
  /** Without a message. */
  readonly silentMs: number
  /** Until it takes commands: a starting process makes its database first, a stopping one finishes requests. */
  readonly readyMs: number
  /** Until the command is done. */
  readonly answerMs: number
}

export const PATIENCE: Patience = { silentMs: 2_000, readyMs: 10_000, answerMs: 60_000 }

/** Calls `say` once if the work takes longer than `silentMs`. */
export async function warnWhenSlow<Result>(
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
