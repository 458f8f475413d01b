import { type Failure, toFailure } from '@countersign/device'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useWhenOnline } from './use-when-online.ts'

export type Loaded<Content> = {
  /** The last that came; it stays while it is loaded again. */
  readonly content: Content | undefined
  readonly failure: Failure | undefined
  /** Settles when the new content, or the failure, is there. */
  readonly reload: () => Promise<void>
}

/** Loads when the page comes up, and again when asked to or when the connection is back after a failure. */
export function useLoaded<Content>(load: () => Promise<Content>): Loaded<Content> {
  const [content, setContent] = useState<Content>()
  const [failure, setFailure] = useState<Failure>()
  const lastRound = useRef(0)
  const reload = useCallback(async () => {
    const round = (lastRound.current += 1)
    // Of two that are under way the later one counts, whichever arrives last.
    const isCurrent = () => round === lastRound.current
    setFailure(undefined)
    try {
      const next = await load()
      if (isCurrent()) setContent(() => next)
    } catch (error) {
      if (isCurrent()) setFailure(toFailure(error))
    }
    // What is loaded does not depend on the render that loads it.
  }, [])
  useEffect(() => void reload(), [reload])
  useWhenOnline(failure !== undefined, () => void reload())
  return { content, failure, reload }
}
