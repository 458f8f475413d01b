import { useCallback, useState } from 'preact/hooks'

type Question<About> = {
  readonly about: About
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Queues questions of concurrent calls: one at a time, equal ones once. */
export function useQuestions<About>() {
  const [waiting, setWaiting] = useState<readonly Question<About>[]>([])
  const ask = useCallback(
    (about: About) =>
      new Promise<void>((resolve, reject) => setWaiting((others) => [...others, { about, resolve, reject }])),
    [],
  )
  const current = waiting[0]?.about
  /** Settles every call that waits for this question, with an error by rejecting. */
  const answer = (error?: Error) => {
    const answered = waiting.filter(({ about }) => JSON.stringify(about) === JSON.stringify(current))
    setWaiting((all) => all.filter((each) => !answered.includes(each)))
    for (const { resolve, reject } of answered) {
      if (error) reject(error)
      else resolve()
    }
  }
  return { ask, current, answer }
}
