import { useCallback, useState } from 'preact/hooks'

type Question<About> = {
  readonly about: About
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export type Questions<About> = {
  /** Settles once the person has answered. */
  readonly ask: (about: About) => Promise<void>
  /** What the first of those who wait asks about: it is to be shown. */
  readonly current: About | undefined
  /** Answers all who wait for the same: with an error those were in vain. */
  readonly answer: (error?: Error) => void
}

/** What several calls may wait for at once, asked of the person one after the other and nothing twice. */
export function useQuestions<About>(): Questions<About> {
  const [waiting, setWaiting] = useState<readonly Question<About>[]>([])
  const ask = useCallback(
    (about: About) =>
      new Promise<void>((resolve, reject) => setWaiting((others) => [...others, { about, resolve, reject }])),
    [],
  )
  const current = waiting[0]?.about
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
